import { expect, it } from 'vitest';
import { ALL_LOOKS, LOOKS, problemsOf, useBrowser, violationsOf } from '../../support/browser.ts';

const browser = useBrowser();
const page = (body: string) => `data:text/html,<!doctype html><html lang="en"><title>Page</title><main>${body}</main>`;

it('reports what axe finds, before and after the page has changed', async () => {
  const opened = await browser.open(page('<h1>Page</h1><img src="data:,">'));
  const found = async () => (await violationsOf(opened.page)).map(({ id, nodes }) => [id, nodes.length]);
  expect(await found()).toEqual([['image-alt', 1]]);
  await opened.page.evaluate("document.querySelector('img').alt = 'A lake'");
  expect(await found()).toEqual([]);
  await opened.page.evaluate("document.querySelector('h1').style.color = 'rgb(250, 250, 250)'");
  expect(await found()).toEqual([['color-contrast', 1]]);
});

it('reports a contrast that is too low only in the dark scheme, and a page that is too wide only in a narrow window', async () => {
  const dark = '@media (prefers-color-scheme: dark) { h1 { color: rgb(250, 250, 250) } }';
  const opened = await browser.open(page(`<style>${dark} p { width: 500px }</style><h1>Page</h1><p>Text</p>`));
  const found = async (looks: typeof LOOKS) =>
    (await problemsOf(opened.page, { looks })).map(({ width, scheme, overflow, violations }) => [
      `${width} ${scheme}`,
      overflow > 0,
      violations.map(({ id }) => id),
    ]);
  expect(await found(LOOKS)).toEqual([
    ['360 light', true, []],
    ['1280 dark', false, ['color-contrast']],
  ]);
  expect(await found(ALL_LOOKS)).toEqual([
    ['360 light', true, []],
    ['1280 dark', false, ['color-contrast']],
    ['360 dark', true, ['color-contrast']],
  ]);
});
