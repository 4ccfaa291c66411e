// Theme, copy buttons and the highlighted section in the table of contents. The pages work without this script.
(() => {
  const root = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)');

  function isDark() {
    return root.dataset.theme ? root.dataset.theme === 'dark' : system.matches;
  }

  function prepareTheme() {
    const button = document.querySelector('.theme');
    const show = () => {
      button.setAttribute('aria-pressed', String(isDark()));
      document.dispatchEvent(new CustomEvent('pronet:theme', { detail: isDark() ? 'dark' : 'light' }));
    };
    button.hidden = false;
    button.addEventListener('click', () => {
      const detail = isDark() ? 'light' : 'dark';
      document.dispatchEvent(new CustomEvent('pronet:choose-theme', { detail }));
      show();
    });
    system.addEventListener('change', show);
    show();
  }

  function prepareCode() {
    for (const block of document.querySelectorAll('.code')) {
      const pre = block.querySelector('pre');
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'copy';
      button.textContent = 'Copy';
      button.setAttribute('aria-live', 'polite');
      button.addEventListener('click', async () => {
        button.textContent = (await copy(pre)) ? 'Copied' : 'Press Ctrl+C';
        button.classList.add('done');
        setTimeout(() => {
          button.textContent = 'Copy';
          button.classList.remove('done');
        }, 1600);
      });
      block.append(button);
    }
  }

  /** Without https or localhost a page has no clipboard, so the text is selected instead. */
  async function copy(pre) {
    try {
      await navigator.clipboard.writeText(pre.textContent.replace(/\n$/, ''));
      return true;
    } catch {
      getSelection().selectAllChildren(pre);
      return false;
    }
  }

  /** Scrollable boxes must be reachable by keyboard. */
  function prepareScrolling() {
    const mark = () => {
      for (const box of document.querySelectorAll('.code pre, .table')) {
        if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
        else box.removeAttribute('tabindex');
      }
    };
    mark();
    addEventListener('resize', mark);
  }

  function prepareContents() {
    const links = new Map([...document.querySelectorAll('.toc a')].map((link) => [link.hash.slice(1), link]));
    if (links.size === 0) return;
    const headings = [...document.querySelectorAll('main :is(h2, h3)[id]')].filter(({ id }) => links.has(id));
    const mark = () => {
      const at = Math.max(
        0,
        headings.findLastIndex((heading) => heading.getBoundingClientRect().top < 120),
      );
      for (const link of links.values()) link.removeAttribute('aria-current');
      links.get(headings[at].id).setAttribute('aria-current', 'location');
    };
    mark();
    addEventListener('scroll', mark, { passive: true });
  }

  addEventListener('DOMContentLoaded', () => {
    prepareTheme();
    prepareCode();
    prepareScrolling();
    prepareContents();
  });
})();
