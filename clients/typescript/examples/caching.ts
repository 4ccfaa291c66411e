import { createPronetClient, etagCache } from '../src/index.ts';

const { PRONET_URL, PRONET_PROFILE } = process.env;
const send = async (request: Request) => {
  const response = await fetch(request);
  console.log(`The server answered ${response.status}`);
  return response;
};

// No token: what anonymous readers see carries an ETag.
const reader = createPronetClient({ baseUrl: PRONET_URL!, fetch: etagCache({ send }) });

for (const time of ['first', 'second']) {
  const { data } = await reader.GET('/v1/profiles/{profile_id}', { params: { path: { profile_id: PRONET_PROFILE! } } });
  console.log(`The ${time} time: ${data?.name}`);
}
