// Opens pictures of a post over the page: keys, swipes, and their alternative texts. Without it, they open as files.
(() => {
  const SWIPE_PX = 40;
  let links = [];
  let at = 0;
  let dialog = null;
  const icon = (path) => `<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="${path}"/></svg>`;

  function make() {
    const made = document.createElement('dialog');
    made.className = 'viewer';
    made.setAttribute('aria-label', 'Pictures');
    made.innerHTML = `<p class="bar"><span class="place" aria-live="polite"></span><button type="button" data-view="close" aria-label="Close">${icon('M6 6l12 12M18 6 6 18')}</button></p>
      <figure><img alt=""><figcaption dir="auto"></figcaption></figure>
      <button type="button" class="turn" data-view="-1" aria-label="Previous picture">${icon('m14.5 5-7 7 7 7')}</button>
      <button type="button" class="turn next" data-view="1" aria-label="Next picture">${icon('m9.5 5 7 7-7 7')}</button>`;
    document.body.append(made);
    made.addEventListener('click', ({ target }) => {
      const act = target.closest('[data-view]')?.dataset.view;
      if (act === 'close' || target === made || target.tagName === 'FIGURE') made.close();
      else if (act) turn(Number(act));
    });
    made.addEventListener('keydown', ({ key }) => {
      const isReversed = getComputedStyle(made).direction === 'rtl';
      const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
      if (step) turn(isReversed ? -step : step);
      if (key === 'Home') show(0);
      if (key === 'End') show(links.length - 1);
    });
    let from = null;
    made.addEventListener('pointerdown', ({ clientX, isPrimary }) => {
      from = isPrimary ? clientX : null;
    });
    made.addEventListener('pointerup', ({ clientX }) => {
      const moved = from === null ? 0 : clientX - from;
      from = null;
      if (Math.abs(moved) > SWIPE_PX) turn(moved < 0 ? 1 : -1);
    });
    return made;
  }

  const turn = (step) => show((at + step + links.length) % links.length);

  function show(index) {
    at = index;
    const thumb = links[at].querySelector('img');
    const image = dialog.querySelector('img');
    image.src = links[at].href;
    image.alt = thumb.alt;
    const words = links[at].dataset.alt ?? '';
    const caption = dialog.querySelector('figcaption');
    caption.textContent = words;
    caption.hidden = words === '';
    const isOne = links.length === 1;
    dialog.querySelector('.place').textContent = isOne ? '' : `${at + 1} of ${links.length}`;
    for (const button of dialog.querySelectorAll('.turn')) button.hidden = isOne;
  }

  document.addEventListener('click', (event) => {
    const link = event.target.closest?.('.pictures a');
    if (!link || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    dialog ??= make();
    links = [...link.closest('.pictures').querySelectorAll('a')];
    show(links.indexOf(link));
    dialog.showModal();
  });
})();
