import { beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { holds, PATIENCE_MS, signInBy } from '../support/console.ts';
import { make } from '../support/exports.ts';
import { type OAuthApp, startOAuthApp } from '../support/oauth.ts';
import { makeCompany, newDomain } from '../support/verifications.ts';

const browser = useBrowser();
let t: OAuthApp;
beforeAll(async () => {
  t = await startOAuthApp();
});

describe('verification in a browser', () => {
  it(
    'shows the DNS record of a domain, checks it, and asks the operator',
    async () => {
      const company = await makeCompany(t);
      const { page, complaints, strangers } = await signInBy(browser, t.origin, company, '/console/verification');
      await page.getByRole('textbox', { name: 'Domain' }).fill('https://harbour.example');
      await page.getByRole('button', { name: 'Show DNS record' }).click();
      await page.getByText('Enter a domain like example.com').waitFor();
      expect(complaints.splice(0)).toEqual([`422 ${t.origin}/console/verification`]);
      const domain = newDomain();
      await page.getByRole('textbox', { name: 'Domain' }).fill(domain);
      await page.getByRole('button', { name: 'Show DNS record' }).click();
      await page.getByText(`_pronet-challenge.${domain}`).waitFor();
      await page.getByRole('button', { name: 'Copy value' }).click();
      expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^pronet-verification=[0-9a-f]{32}$/);
      await page.getByRole('button', { name: 'Check now' }).click();
      await page.getByText('The domain’s name servers did not respond.').waitFor();
      await page.getByRole('button', { name: 'Ask the operator' }).click();
      await page.getByText('The operator reviews requests by hand.').waitFor();
      await holds(page, 'verification');
      expect([complaints, strangers]).toEqual([[], []]);
    },
    PATIENCE_MS,
  );
});

describe('export in a browser', () => {
  it(
    'is requested, becomes ready without a reload, and is downloaded',
    async () => {
      const company = await makeCompany(t);
      const { page, complaints, strangers } = await signInBy(browser, t.origin, company, '/console/export');
      await holds(page, 'export-ask');
      await page.getByRole('button', { name: 'Create export' }).click();
      await page.getByText('Your export is being created.').waitFor();
      const id = new URL(page.url()).pathname.split('/').at(-1)!;
      await make(t, id);
      await page.getByText('Your export is ready.').waitFor();
      await holds(page, 'export-ready');
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Download zip' }).click();
      expect((await download).suggestedFilename()).toMatch(/^pronet-export-.*\.zip$/);
      expect([complaints, strangers]).toEqual([[], []]);
    },
    PATIENCE_MS,
  );
});
