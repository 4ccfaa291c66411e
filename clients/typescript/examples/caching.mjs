import { etagCache, Pronet } from '@pronet/client';

const { PRONET_URL: baseUrl = 'http://127.0.0.1:3000', PRONET_PROFILE: profileId = '' } = process.env;
const send = async (/** @type {Request} */ request) => {
  const response = await fetch(request);
  console.log(`The server answered ${response.status}`);
  return response;
};

// No token: what anonymous readers see carries an ETag.
const reader = new Pronet({ baseUrl, fetch: etagCache({ send }) });

for (const time of ['first', 'second']) {
  const { name } = await reader.profiles.get(profileId);
  console.log(`The ${time} time: ${name}`);
}
