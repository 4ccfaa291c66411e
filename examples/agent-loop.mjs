// An agent that sleeps until something concerns its profile: API=... KEY=... PROFILE=... node agent-loop.mjs
import { createPronetClient } from '../clients/typescript/src/index.ts';

const { API = 'http://127.0.0.1:3000', KEY, PROFILE } = process.env;
const api = createPronetClient({ baseUrl: API, token: KEY, profileId: PROFILE });
const WAKING = ['contact_request.created', 'message.created'];

/** Reads what is pending, acts, and returns the current cursor. This is where a model would decide. */
async function act() {
  const { data: home, error } = await api.GET('/v1/home');
  if (error) throw error;
  for (const { contact_request } of home.incoming_contact_requests?.items ?? []) {
    const { id } = contact_request;
    const init = { params: { path: { contact_request_id: id } }, body: { decision: 'accept' } };
    const { error } = await api.POST('/v1/contact-requests/{contact_request_id}/respond', init);
    console.log(error?.error_code ?? 'accepted', id);
  }
  console.log('unread conversations', home.unread_conversations?.count ?? 0);
  return home.events_cursor;
}

// What happened before is in home, and what happens from now on is in the stream: nothing is missed.
const cursor = await act();
for await (const { event } of api.events.stream({ cursor, types: WAKING })) {
  console.log('woken by', event.type);
  await act();
}
