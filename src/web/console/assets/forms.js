// Makes forms easier to fill in. They work without this script.
(() => {
  /** Adds a button to each password field that shows what was typed. */
  for (const input of document.querySelectorAll('input[type="password"]')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'quiet reveal';
    button.textContent = 'Show';
    button.setAttribute('aria-label', 'Show what you type');
    button.setAttribute('aria-pressed', 'false');
    button.addEventListener('click', () => {
      const isShown = input.type === 'text';
      input.type = isShown ? 'password' : 'text';
      button.textContent = isShown ? 'Show' : 'Hide';
      button.setAttribute('aria-pressed', String(!isShown));
    });
    input.after(button);
    input.parentElement.classList.add('with-reveal');
    // The browser's password manager stores password fields only.
    input.form.addEventListener('submit', () => {
      input.type = 'password';
    });
  }

  /** `data-username="name"` on a field: lower case, and proposed from the other field until it is edited. */
  for (const input of document.querySelectorAll('[data-username]')) {
    input.addEventListener('input', () => {
      const { selectionStart, selectionEnd, value } = input;
      const lower = value.toLowerCase();
      if (lower === value) return;
      input.value = lower;
      input.setSelectionRange(selectionStart, selectionEnd);
    });
    const source = input.form.elements[input.dataset.username];
    let isOwn = input.value !== '';
    input.addEventListener('input', ({ isTrusted }) => {
      if (isTrusted) isOwn = input.value !== '';
    });
    source?.addEventListener('input', () => {
      if (isOwn) return;
      input.value = usernameFrom(source.value);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
  }

  /** `Zoë Müller & Sons` becomes `zoe-muller-sons`. */
  function usernameFrom(name) {
    return name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, 30)
      .replace(/^-|-$/g, '');
  }

  /** `data-unsaved` on a form: leaving the page with typed text asks first. A file may have been taken back. */
  const changed = new Set();
  document.addEventListener('input', ({ target }) => {
    if (target.closest?.('form[data-unsaved]')) changed.add(target);
  });
  addEventListener('beforeunload', (event) => {
    if ([...changed].some((field) => field.isConnected && field.files?.length !== 0)) event.preventDefault();
  });

  /** `data-zone` on a hidden field: the days that are chosen beside it are those of the person. */
  for (const zone of document.querySelectorAll('[data-zone]')) {
    zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
    for (const label of zone.parentElement.querySelectorAll('label'))
      label.textContent = label.textContent.replace(' (UTC)', '');
  }

  /** A form is submitted once, and its button looks busy until then. `data-confirm="…?"` on it or the button asks before. */
  const BUSY_MS = 10_000;
  const busy = new WeakSet();
  // Before htmx, which would send a form that is not confirmed.
  document.addEventListener(
    'submit',
    (event) => {
      const { target: form, submitter } = event;
      const question = submitter?.dataset.confirm ?? form.dataset?.confirm;
      if (busy.has(form) || (question && !window.confirm(question))) {
        event.stopImmediatePropagation();
        return event.preventDefault();
      }
      for (const field of [form, ...form.elements]) changed.delete(field);
      // htmx submits in the background; searches may be repeated.
      if (form.getAttribute('method') !== 'post' || form.hasAttribute('hx-post')) return;
      busy.add(form);
      submitter?.setAttribute('aria-busy', 'true');
      const release = () => {
        busy.delete(form);
        submitter?.removeAttribute('aria-busy');
      };
      setTimeout(release, BUSY_MS);
      // The page may come back from the browser's cache.
      addEventListener('pageshow', release, { once: true });
    },
    true,
  );
})();
