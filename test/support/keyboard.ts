import type { Locator, Page } from 'playwright-core';

const MOST_STOPS = 150;

/** Uses a page by its keyboard alone, and notes stops whose focus nobody sees. */
export function keyboardOf(page: Page) {
  const unseen: string[] = [];

  /** Presses Tab until one of the elements has the focus. */
  async function to(target: Locator): Promise<void> {
    for (let stop = 0; stop < MOST_STOPS; stop++) {
      try {
        await page.waitForLoadState();
        await page.keyboard.press('Tab');
        const lost = await page.evaluate(UNSEEN);
        if (typeof lost === 'string') unseen.push(lost);
        if (await target.evaluateAll((elements) => elements.includes(document.activeElement as never))) return;
      } catch (error) {
        // The next page arrives meanwhile.
        if (!/[Ee]xecution context/.test((error as Error).message)) throw error;
      }
    }
    throw new Error(`${MOST_STOPS} times Tab, and never ${target}`);
  }

  const exact = (name: string | RegExp) => (typeof name === 'string' ? { exact: true } : {});
  const on = (role: 'button' | 'link', name: string | RegExp) => page.getByRole(role, { name, ...exact(name) });

  return {
    unseen,
    to,
    async press(role: 'button' | 'link', name: string | RegExp) {
      await to(on(role, name));
      await page.keyboard.press('Enter');
    },
    /** Opens a menu, which is a `summary` with this label. */
    async open(label: string | RegExp) {
      await to(
        page
          .locator('summary')
          .and(page.getByLabel(label))
          .or(page.locator('summary', { hasText: label })),
      );
      await page.keyboard.press('Enter');
    },
    async type(label: string | RegExp, text: string) {
      await to(page.getByLabel(label, exact(label)));
      await page.keyboard.type(text);
    },
    /** One of several choices: the arrow keys move between them. */
    async choose(label: string) {
      const radio = page.getByRole('radio', { name: label });
      const group = page.getByRole('radio');
      await to(group);
      await page.keyboard.press('Space');
      while (!(await radio.isChecked())) await page.keyboard.press('ArrowDown');
    },
  };
}

/** The focused element, if it has no visible sign of it or no size. */
const UNSEEN = `(() => {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const { outlineStyle, boxShadow } = getComputedStyle(element);
  const { width, height } = element.getBoundingClientRect();
  return (outlineStyle !== 'none' || boxShadow !== 'none') && width * height > 0 ? null : element.outerHTML.slice(0, 120);
})()`;
