// Shows times in the reader's time zone. Without this script, pages show them in UTC. In the head of a page it works while
// the page is read, so that nothing moves after the first paint.
(() => {
  const DAY_MS = 86_400_000;
  const UNITS = [
    ['day', DAY_MS],
    ['hour', 3_600_000],
    ['minute', 60_000],
  ];
  const formatOf = (options) => new Intl.DateTimeFormat('en-GB', options);
  const full = formatOf({ dateStyle: 'medium', timeStyle: 'short' });
  const exact = formatOf({ dateStyle: 'full', timeStyle: 'long' });
  const minute = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' };
  const planned = formatOf({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', ...minute });
  const whole = formatOf({ day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' });
  const clock = formatOf({ timeStyle: 'short' });
  const day = formatOf({ dateStyle: 'full' });
  const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

  /** `5 minutes ago` or `yesterday` within a week, otherwise the date. */
  function wordsFor(at) {
    const distance = at - Date.now();
    if (Math.abs(distance) >= 7 * DAY_MS) return full.format(at);
    const [unit, size] = UNITS.find(([, least]) => Math.abs(distance) >= least) ?? [];
    return unit ? relative.format(Math.trunc(distance / size), unit) : 'just now';
  }

  const weekday = formatOf({ weekday: 'short' });
  const date = formatOf({ day: 'numeric', month: 'short' });
  const dated = formatOf({ dateStyle: 'medium' });

  /** `14:02` today, `Mon` within a week, otherwise the date. */
  const short = {
    format(at) {
      const [age, now] = [Date.now() - at, new Date()];
      if (at.toDateString() === now.toDateString()) return clock.format(at);
      if (age < 6 * DAY_MS) return weekday.format(at);
      return (at.getFullYear() === now.getFullYear() ? date : dated).format(at);
    },
  };

  /** `now`, `5m`, `3h`, `6d`, then the date. */
  const age = {
    format(at) {
      const distance = Date.now() - at;
      if (distance >= 7 * DAY_MS) return (at.getFullYear() === new Date().getFullYear() ? date : dated).format(at);
      const [unit, size] = UNITS.find(([, least]) => distance >= least) ?? [];
      return unit ? `${Math.trunc(distance / size)}${unit[0]}` : 'now';
    },
  };

  const FORMATS = { clock, short, age, whole, exact: planned };

  /** `data-local` is `clock` for a time below its day, `short` in a narrow list, `age` next to a name, `whole` below a post, `exact` for a date with its time zone, otherwise empty. */
  function localize(root, isWhole) {
    for (const time of root.querySelectorAll('time[data-local]')) {
      const at = new Date(time.dateTime);
      const words = FORMATS[time.dataset.local]?.format(at) ?? wordsFor(at);
      if (time.textContent !== words) time.textContent = words;
      time.title = exact.format(at);
      // The rest of its text may still arrive.
      if (isWhole) time.removeAttribute('data-local');
    }
  }

  function dayInWords(at) {
    const days = [0, 1].map((ago) => new Date(Date.now() - ago * DAY_MS).toDateString());
    return ['Today', 'Yesterday'][days.indexOf(at.toDateString())] ?? day.format(at);
  }

  /** Groups the entries of a list by days of the reader, whose day may begin before or after that of UTC. */
  function regroup(days) {
    const [first] = days.children;
    if (!first) return;
    const groups = new Map();
    for (const item of days.querySelectorAll('li')) {
      const name = dayInWords(new Date(item.querySelector('time').dateTime));
      groups.set(name, [...(groups.get(name) ?? []), item]);
    }
    days.replaceChildren(
      ...[...groups].map(([name, items]) => {
        const group = first.cloneNode(true);
        group.querySelector('h2').textContent = name;
        group.querySelector('ol').replaceChildren(...items);
        return group;
      }),
    );
  }

  function show(root) {
    for (const days of root.querySelectorAll('[data-days]')) regroup(days);
    if (root.matches?.('[data-days]')) regroup(root);
    localize(root, true);
  }

  if (document.readyState === 'loading') {
    const reading = new MutationObserver(() => localize(document, false));
    reading.observe(document, { childList: true, subtree: true });
    document.addEventListener('DOMContentLoaded', () => {
      reading.disconnect();
      show(document);
    });
  } else show(document);
  document.addEventListener('htmx:load', ({ target }) => show(target));
})();
