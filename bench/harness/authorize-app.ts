import { createHash, randomBytes } from 'node:crypto';

const REDIRECT = 'http://127.0.0.1/back';

/** Runs the complete OAuth flow, including the pages for sign-in and consent. Returns the access token. */
export async function authorizeApp(
  baseUrl: string,
  { email, profileId }: { email: string; profileId: string },
  password: string,
): Promise<string> {
  const jar = new Map<string, string>();
  async function browse(address: string, form?: Record<string, string>): Promise<Response> {
    const response = await fetch(new URL(address, baseUrl), {
      redirect: 'manual',
      headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; ') },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      const [name, value] = line.split(';')[0]!.split('=') as [string, string];
      jar.set(name, value);
    }
    const next = response.headers.get('location');
    return next === null || next.startsWith(REDIRECT) ? response : browse(next);
  }
  const json = (body: object) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

  const registered = await fetch(
    `${baseUrl}/oauth/register`,
    json({ client_name: 'bench', redirect_uris: [REDIRECT] }),
  );
  const { client_id } = (await registered.json()) as { client_id: string };
  const code_verifier = randomBytes(32).toString('base64url');
  const asked = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri: REDIRECT,
    scope: 'all:all',
    code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const signIn = formOf(await (await browse(`/oauth/authorize?${asked}`)).text());
  const consent = formOf(await (await browse(signIn.action, { token: signIn.token, email, password })).text());
  const back = await browse(consent.action, { token: consent.token, answer: 'allow', profile: profileId });
  const code = new URL(back.headers.get('location')!).searchParams.get('code')!;
  const redeemed = await fetch(`${baseUrl}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id,
      code,
      code_verifier,
      redirect_uri: REDIRECT,
    }),
  });
  const { access_token } = (await redeemed.json()) as { access_token?: string };
  if (access_token === undefined) throw new Error(`no token: ${redeemed.status}`);
  return access_token;
}

function formOf(page: string): { action: string; token: string } {
  return {
    action: /<form[^>]* action="([^"]+)"/.exec(page)![1]!,
    token: /name="token" value="([^"]+)"/.exec(page)![1]!,
  };
}
