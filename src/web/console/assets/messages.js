// The open conversation and the list beside it. Without this script forms and links do the same.
(() => {
  const newest = document.querySelector('[data-thread]');
  const rows = document.querySelector('[data-rows]');
  const inPage = { swap: 'innerHTML' };

  document.addEventListener('live', ({ detail: events }) => {
    const isReconnected = events.some(({ type }) => type === 'reconnected');
    const about = (event) => event.type.startsWith('message.') || event.type.startsWith('conversation.');
    if (rows && (isReconnected || events.some(about))) htmx.ajax('GET', rows.dataset.rows, { target: rows, ...inPage });
    const id = newest?.dataset.conversation;
    if (newest && (isReconnected || events.some(({ data }) => data?.conversation_id === id))) {
      const from = newest.dataset.from;
      const address = from ? `${newest.dataset.thread}&from=${from}` : newest.dataset.thread;
      htmx.ajax('GET', address, { target: newest, ...inPage });
    }
  });
  // It was just read, so the numbers of other tabs are old.
  if (newest) document.dispatchEvent(new CustomEvent('live:tell', { detail: { type: 'conversation.read' } }));

  /** Two parts of a conversation may meet within a day. */
  document.addEventListener('htmx:load', () => {
    let before;
    for (const heading of document.querySelectorAll('.talk .day > h2')) {
      heading.hidden = heading.textContent === before;
      before = heading.textContent;
    }
  });

  /** Enter sends where there is a keyboard; Shift+Enter begins a line. */
  const text = document.querySelector('.write textarea');
  const form = text?.form;
  text?.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || !matchMedia('(pointer: fine)').matches) return;
    event.preventDefault();
    if (text.value.trim() !== '') form.requestSubmit();
  });
  form?.addEventListener('htmx:afterRequest', ({ detail }) => {
    if (detail.elt !== form || !detail.successful || detail.xhr.status !== 200) return;
    document.querySelector('#unsent').replaceChildren();
    text.value = '';
    form.elements.needs_human.checked = false;
    forget();
    document.querySelector('.talk').scrollTop = 0;
  });

  /** A text that was not sent is kept in this browser until the person signs out. */
  const PREFIX = 'draft ';
  const key = PREFIX + text?.dataset.draft;
  const forget = () => localStorage.removeItem(key);
  if (text && text.value === '') text.value = localStorage.getItem(key) ?? '';
  text?.addEventListener('input', () => {
    if (text.value.trim() === '') forget();
    else localStorage.setItem(key, text.value);
  });
  // Without htmx the page that follows says whether it was sent.
  document.addEventListener('submit', ({ target }) => {
    if (target === form && !form.hasAttribute('hx-post')) forget();
    if (!target.action.endsWith('/console/sign-out')) return;
    for (const name of Object.keys(localStorage)) if (name.startsWith(PREFIX)) localStorage.removeItem(name);
  });
})();
