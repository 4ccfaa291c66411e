import { expect, it } from 'vitest';
import { useBrowser, violationsInSchemes, violationsOf } from '../../support/browser.ts';

const browser = useBrowser();
const page = (body: string) => `data:text/html,<!doctype html><html lang="en"><title>Page</title><main>${body}</main>`;

it('reports what axe finds, before and after the page has changed', async () => {
  const opened = await browser.open(page('<h1>Page</h1><img src="data:,">'));
  const found = async () => (await violationsOf(opened.page)).map(({ id, nodes }) => [id, nodes.length]);
  expect(await found()).toEqual([['image-alt', 1]]);
  await opened.page.evaluate("document.querySelector('img').alt = 'A lake'");
  expect(await found()).toEqual([]);
  await opened.page.evaluate("document.querySelector('h1').style.color = 'rgb(250, 250, 250)'");
  expect(await found()).toEqual([['color-contrast', 1]]);
});

it('reports a contrast that is too low only in the dark scheme', async () => {
  const style = '<style>@media (prefers-color-scheme: dark) { h1 { color: rgb(250, 250, 250) } }</style>';
  const opened = await browser.open(page(`${style}<h1>Page</h1>`));
  const { light, dark } = await violationsInSchemes(opened.page);
  expect([light, dark.map(({ id }) => id)]).toEqual([[], ['color-contrast']]);
});
