// The light or dark theme that somebody chose, on all sites of this server. Runs before the first paint, so that the other
// theme does not flash. Without this script the system decides.
(() => {
  const root = document.documentElement;
  const KEY = 'pronet-theme';
  const choices = () => document.querySelectorAll('[data-theme-choice]');

  set(stored());

  /** Browsers can deny access to storage. */
  function stored() {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  }

  /** `light` or `dark`; anything else leaves it to the system. */
  function set(word) {
    if (word === 'light' || word === 'dark') root.dataset.theme = word;
    else delete root.dataset.theme;
    show(document);
  }

  /** Pictures for dark backgrounds follow the choice, too. */
  function show(part) {
    const { theme } = root.dataset;
    for (const source of part.querySelectorAll('source[media]')) {
      source.dataset.system ??= source.media;
      source.media = theme === undefined ? source.dataset.system : theme === 'dark' ? 'all' : 'not all';
    }
    for (const button of choices()) {
      button.setAttribute('aria-pressed', String(button.dataset.themeChoice === (theme ?? 'system')));
      button.parentElement.hidden = false;
    }
  }

  /** Keeps a choice. If the browser stores nothing, it applies to this page only. */
  document.addEventListener('pronet:choose-theme', ({ detail }) => {
    set(detail);
    try {
      if (detail === 'system') localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, detail);
    } catch {}
  });
  document.addEventListener('click', ({ target }) => {
    const detail = target.closest?.('[data-theme-choice]')?.dataset.themeChoice;
    if (detail) document.dispatchEvent(new CustomEvent('pronet:choose-theme', { detail }));
  });
  document.addEventListener('DOMContentLoaded', () => show(document));
  document.addEventListener('htmx:load', ({ target }) => show(target));
})();
