import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { Delivery } from '../../src/areas/webhooks/schemas.ts';
import { ROOT } from '../support/source-files.ts';

/** The functions of the guide, with the request that it shows and others that must be refused. */
const guide = readFileSync(join(ROOT, 'docs/guides/webhooks.md'), 'utf8');
const blockOf = (language: string) => new RegExp(`\`\`\`${language} .*\n([^]*?)\n\`\`\``).exec(guide)![1]!;
const shown = (name: string) => new RegExp(`^${name} +(.*)$`, 'm').exec(guide)![1]!;

const at = Number(shown('webhook-timestamp'));
const [secret, body] = [shown('secret'), shown('body')];
const headers = {
  'webhook-id': shown('webhook-id'),
  'webhook-timestamp': String(at),
  'webhook-signature': shown('webhook-signature'),
};
const other = `whsec_${Buffer.alloc(24, 8).toString('base64')}`;
const rotated = new Webhook(other).sign(headers['webhook-id'], new Date(at * 1000), body);

/** A request, the clock, and whether it is genuine. */
const CASES = {
  'the shown request': [{ headers, body, secret, now: at }, true],
  'one of four minutes ago': [{ headers, body, secret, now: at + 240 }, true],
  'one with two signatures': [
    {
      headers: { ...headers, 'webhook-signature': `${rotated} ${headers['webhook-signature']}` },
      body,
      secret,
      now: at,
    },
    true,
  ],
  'another secret': [{ headers, body, secret: other, now: at }, false],
  'another body': [{ headers, body: `${body} `, secret, now: at }, false],
  'another id': [{ headers: { ...headers, 'webhook-id': 'x' }, body, secret, now: at }, false],
  'an old one': [{ headers, body, secret, now: at + 360 }, false],
  'one without a signature': [{ headers: { ...headers, 'webhook-signature': '' }, body, secret, now: at }, false],
  'one without headers': [{ headers: {}, body, secret, now: at }, false],
} as const;

const PROGRAMS = {
  js: [
    process.execPath,
    ['--input-type=module', '-e'],
    `${blockOf('js')}
const given = JSON.parse(process.argv[1]);
Date.now = () => given.now * 1000;
console.log(isGenuine(given.headers, Buffer.from(given.body), given.secret));`,
  ],
  python: [
    'python3',
    ['-c'],
    `${blockOf('python')}
import json, sys
given = json.loads(sys.argv[1])
time.time = lambda: given["now"]
print(str(is_genuine(given["headers"], given["body"].encode(), given["secret"])).lower())`,
  ],
  php: [
    'php',
    ['-r'],
    `namespace guide;
use InvalidArgumentException;
function time() { global $given; return $given['now']; }
${blockOf('php')}
$given = json_decode($argv[1], true);
echo is_genuine($given['headers'], $given['body'], $given['secret']) ? 'true' : 'false';`,
  ],
} as const;

test('the shown signature is that of the reference implementation', () => {
  const signature = new Webhook(secret).sign(headers['webhook-id'], new Date(at * 1000), body);
  expect(headers['webhook-signature']).toBe(signature);
});

test('the shown body is that of a test', () => {
  expect(Delivery.shape.request.unwrap().shape.body.parse(JSON.parse(body))).toMatchObject({
    type: 'webhook.test',
    data: { id: headers['webhook-id'], type: 'webhook.test', object: { type: 'webhook' } },
  });
});

test.skipIf(spawnSync('python3', ['--version']).error !== undefined)('the test with the client passes', () => {
  const [, shownTest] = /```python .*\n(from pronet import webhooks\n[\s\S]*?)\n```/.exec(guide)!;
  const script = `import sys\n[body, secret] = sys.argv[1:]\n${shownTest}\nprint("passed")`;
  const env = { ...process.env, PYTHONPATH: join(ROOT, 'clients/python/src'), PYTHONDONTWRITEBYTECODE: '1' };
  const { stdout, stderr } = spawnSync('python3', ['-c', script, body, secret], { encoding: 'utf8', env });
  expect(stdout, stderr).toBe('passed\n');
});

describe.each(Object.entries(PROGRAMS))('the function in %s', (_language, [program, options, script]) => {
  const isMissing = spawnSync(program, ['--version']).error !== undefined;

  test.skipIf(isMissing).each(Object.entries(CASES))('decides about %s', (_name, [given, genuine]) => {
    const { stdout, stderr } = spawnSync(program, [...options, script, JSON.stringify(given)], { encoding: 'utf8' });
    expect(stdout.trim(), stderr).toBe(String(genuine));
  });

  test.skipIf(isMissing).each(['', 'whsec_', 'whsec_BwcHBwcHBwc='])('fails with the secret "%s"', (incomplete) => {
    const key = Buffer.from(incomplete.slice('whsec_'.length), 'base64');
    const signed = `${headers['webhook-id']}.${at}.${body}`;
    const signature = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
    const given = { headers: { ...headers, 'webhook-signature': signature }, body, secret: incomplete, now: at };
    const { stdout, stderr } = spawnSync(program, [...options, script, JSON.stringify(given)], { encoding: 'utf8' });
    expect(stdout + stderr).toContain('The secret is empty or incomplete.');
    expect(stdout).not.toContain('true');
  });
});
