// Keeps open pages current. All tabs of a browser share one event stream: the first has it, and tells the others.
(() => {
  if (!document.body.hasAttribute('data-live') || !navigator.locks || !window.BroadcastChannel) return;
  const PAUSE_MS = 800;
  const FIRST_RETRY_MS = 15_000;
  const LAST_RETRY_MS = 600_000;
  const channel = new BroadcastChannel('pronet-live');

  /** What has happened since pages were updated. While a page is hidden, it waits. */
  let pending = [];
  let timer;
  function take(event) {
    pending.push(event);
    if (document.hidden) return;
    clearTimeout(timer);
    timer = setTimeout(update, PAUSE_MS / 4);
  }
  let updatedAt = 0;
  function update() {
    const early = updatedAt + PAUSE_MS - Date.now();
    clearTimeout(timer);
    if (early > 0) {
      timer = setTimeout(update, early);
      return;
    }
    updatedAt = Date.now();
    const events = pending;
    pending = [];
    document.dispatchEvent(new CustomEvent('live', { detail: events }));
    void showBadges();
    // `data-refresh` on an element with an id: loaded again from that address, unless somebody is using it.
    for (const part of document.querySelectorAll('[data-refresh]')) {
      if (part.contains(document.activeElement)) continue;
      htmx.ajax('GET', part.dataset.refresh, { target: part, swap: 'outerHTML', select: `#${part.id}` });
    }
  }
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && pending.length > 0) update();
  });

  channel.addEventListener('message', ({ data }) => take(data));
  function tell(event) {
    channel.postMessage(event);
    take(event);
  }
  /** For what the events of the server don't say, such as that a conversation was read here. */
  document.addEventListener('live:tell', ({ detail }) => tell(detail));

  // Waits until no other tab has the stream, and has it until this page is left.
  navigator.locks.request('pronet-live', () => new Promise(() => listen(FIRST_RETRY_MS)));
  function listen(retryMs) {
    let isFirst = true;
    const source = new EventSource('/console/live/events');
    source.addEventListener('message', ({ data }) => tell(JSON.parse(data)));
    // Between two connections of a browser nothing is missed, but what was before the first one may be.
    source.addEventListener('open', () => {
      if (!isFirst) take({ type: 'reconnected' });
      isFirst = false;
    });
    // A browser comes back by itself, unless the answer was no stream: the server is busy, or the session has ended.
    source.addEventListener('error', () => {
      if (source.readyState === EventSource.CLOSED) setTimeout(listen, retryMs, Math.min(retryMs * 2, LAST_RETRY_MS));
    });
    addEventListener('pagehide', () => source.close());
  }

  const title = document.title;
  async function showBadges() {
    const answer = await fetch('/console/live/badges').catch(() => null);
    if (!answer?.ok || !answer.headers.get('content-type')?.includes('json')) return;
    const badges = await answer.json();
    for (const link of document.querySelectorAll('nav a[href^="/console"]')) {
      if (!link.closest('.side, .menu, .places') || link.matches('.places [href="/console"]')) continue;
      const count = badges[link.getAttribute('href')];
      let badge = link.querySelector('.badge');
      if (count === undefined) {
        badge?.remove();
        continue;
      }
      if (!badge) {
        badge = document.createElement('span');
        badge.className = 'badge';
        link.append(' ', badge);
      }
      badge.textContent = count;
    }
    const unread = badges['/console/messages'];
    document.title = unread === undefined ? title : `(${unread}) ${title}`;
  }
})();
