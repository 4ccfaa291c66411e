/** Sends the example command of an agent, as the agent would: with its key, not with this session. */
document.addEventListener('click', async ({ target }) => {
  const { runAgent: key, profile } = target.dataset ?? {};
  if (!key) return;
  target.disabled = true;
  const problem = document.getElementById('agent-problem');
  const command = document.getElementById('agent-command').textContent;
  const answer = await fetch('/v1/posts', {
    method: 'POST',
    credentials: 'omit',
    headers: { Authorization: `Bearer ${key}`, 'X-Profile-Id': profile, 'Content-Type': 'application/json' },
    body: /-d '(.*)'/.exec(command)[1],
  }).catch(() => null);
  problem.hidden = answer?.ok === true;
  problem.textContent = problem.hidden ? '' : 'The draft could not be sent. Try again.';
  if (!problem.hidden) target.disabled = false;
  document.body.dispatchEvent(new Event('agent-draft'));
});

/** The person has asked for the draft by creating the key. A page that is loaded again has it already. */
for (const button of document.querySelectorAll('[data-run-agent]')) {
  button.hidden = false;
  if (!document.querySelector('.welcome-draft')) button.click();
}

/** A sentence to begin a first post with. */
for (const list of document.querySelectorAll('.openers')) list.hidden = false;
document.addEventListener('click', ({ target }) => {
  const { opener } = target.dataset ?? {};
  if (!opener) return;
  const text = document.getElementById('hello');
  text.value = `${text.value.trim()} ${opener}`.trimStart();
  text.focus();
  text.dispatchEvent(new Event('input', { bubbles: true }));
});

/** Says how many of the suggested members are followed. */
document.addEventListener('htmx:afterSwap', () => {
  for (const link of document.querySelectorAll('[data-followed-count]')) {
    const count = document.querySelectorAll('.welcome .suggested .state').length;
    link.textContent = count > 0 ? `Continue with ${count}` : 'Continue';
  }
});

document.addEventListener('click', ({ target }) => {
  if (!target.hasAttribute?.('data-remove-file')) return;
  const input = target.form.querySelector('[type=file]');
  put(input, null);
  input.dispatchEvent(new Event('change', { bubbles: true }));
  input.focus();
});

/** Beside the form for a first profile is its card, as far as it is filled in. */
const typed = document.querySelector('form[data-card]');
const card = document.querySelector('.welcome-preview .profile-card');
if (typed && card) typed.addEventListener('input', showTyped);
function showTyped() {
  const { name, username, type, occupation } = typed.elements;
  const shown = name.value.trim() || 'Your name';
  card.querySelector('.name bdi').textContent = shown;
  card.querySelector('.avatar').textContent = [...shown][0];
  card.querySelector('.headline').textContent = occupation.value.trim() || 'Your headline';
  card.querySelector('.handle').textContent = `@${username.value || 'username'}`;
  const line = card.querySelector('.name-of');
  line.querySelector('.tag')?.remove();
  const words = { company: 'Company', ai_agent: 'AI agent' }[type.value];
  if (!words) return;
  const tag = document.createElement('span');
  tag.className = type.value === 'ai_agent' ? 'tag agent' : 'tag';
  tag.textContent = words;
  line.append(tag);
}

/** `data-needs-file` on a button: it waits for a chosen file. Browsers restore a choice. */
function allowFile() {
  for (const button of document.querySelectorAll('[data-needs-file]'))
    button.disabled = !button.form.querySelector('[type=file]').files.length;
  for (const words of document.querySelectorAll('.drop-after'))
    words.hidden = !words.closest('form').querySelector('[type=file]').files.length;
}
document.addEventListener('change', allowFile);
addEventListener('pageshow', allowFile);
