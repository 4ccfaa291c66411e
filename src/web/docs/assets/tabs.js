// Shows one language of each box of tabs, the one that was chosen last. Without this script, all are shown.
(() => {
  const KEY = 'pronet-docs-language';
  const boxes = [];

  function read() {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  }

  function write(name) {
    try {
      localStorage.setItem(KEY, name);
    } catch {
      // Then the choice applies to this page only.
    }
  }

  function show({ tabs }, name) {
    const chosen = tabs.some((tab) => tab.name === name) ? name : tabs[0].name;
    for (const { name: own, button, panel } of tabs) {
      button.setAttribute('aria-selected', String(own === chosen));
      button.tabIndex = own === chosen ? 0 : -1;
      panel.hidden = own !== chosen;
    }
  }

  /** All boxes change, and the chosen one stays where it is. */
  function choose(button, name) {
    const before = button.getBoundingClientRect().top;
    for (const box of boxes) show(box, name);
    scrollBy(0, button.getBoundingClientRect().top - before);
    write(name);
  }

  function move(event, tabs, at) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const { button, name } = tabs[(at + step + tabs.length) % tabs.length];
    button.focus();
    choose(button, name);
  }

  function prepare(element, number) {
    const list = document.createElement('div');
    list.setAttribute('role', 'tablist');
    list.setAttribute('aria-label', 'Language');
    const tabs = [...element.querySelectorAll('.tab')].map((panel, at) => {
      const { name } = panel.dataset;
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = name;
      button.id = `tab-${number}-${at}`;
      button.setAttribute('role', 'tab');
      panel.id = `panel-${number}-${at}`;
      button.setAttribute('aria-controls', panel.id);
      panel.setAttribute('role', 'tabpanel');
      panel.setAttribute('aria-labelledby', button.id);
      panel.querySelector('.tab-name').remove();
      list.append(button);
      return { name, button, panel };
    });
    for (const [at, { button, name }] of tabs.entries()) {
      button.addEventListener('click', () => choose(button, name));
      button.addEventListener('keydown', (event) => move(event, tabs, at));
    }
    element.prepend(list);
    boxes.push({ tabs });
  }

  addEventListener('DOMContentLoaded', () => {
    for (const [number, element] of document.querySelectorAll('.tabs').entries()) prepare(element, number);
    for (const box of boxes) show(box, read());
  });
})();
