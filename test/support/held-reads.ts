import type { Page } from 'playwright-core';

/** The feed itself, not the count of what is new in it. */
export const FEED_READ = /\/v1\/feed(\?(?!.*since=)|$)/;

export type HeldRead = {
  /** Resolves when the page has asked: `answer` sends what the server then said. */
  started: Promise<{ answer(): Promise<void> }>;
};

/** Holds the answer to the next read of this address. */
export async function holdRead(page: Page, url: RegExp): Promise<HeldRead> {
  const { promise: started, resolve } = Promise.withResolvers<{ answer(): Promise<void> }>();
  await page.route(
    url,
    async (route) => {
      const response = await route.fetch();
      resolve({ answer: () => route.fulfill({ response }) });
    },
    { times: 1 },
  );
  return { started };
}
