import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import chromium from '@sparticuz/chromium';
import { ROOT } from './source-files.ts';

const CACHE = join(ROOT, 'node_modules/.cache/pronet-test');

/**
 * The executable of the packed Chromium, unpacked once per version. The package itself unpacks to the temporary folder,
 * and mistakes a file that another process is still writing for a complete one.
 */
export async function unpackedChromium(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(ROOT, 'node_modules/@sparticuz/chromium/package.json'), 'utf8'));
  const folder = join(CACHE, `chromium-${version}`);
  if (!(await stat(folder).catch(() => null))) {
    await mkdir(CACHE, { recursive: true });
    const unpacked = await mkdtemp(join(CACHE, 'new-'));
    await unpackTo(unpacked);
    // Another worker may have been faster; its folder is equivalent.
    await rename(unpacked, folder).catch(() => rm(unpacked, { recursive: true }));
  }
  return join(folder, 'chromium');
}

/**
 * The environment in which Chromium finds only the font of its own package, so that pages look the same on every
 * machine. Signs that it lacks are empty boxes.
 */
export async function withOwnFont(executable: string): Promise<Record<string, string>> {
  const folder = dirname(executable);
  const file = join(folder, 'fonts.conf');
  const cache = join(folder, 'fonts-cache');
  await writeFile(
    file,
    `<?xml version="1.0"?><fontconfig><dir>${join(folder, 'fonts')}</dir><cachedir>${cache}</cachedir></fontconfig>`,
  );
  return { ...(process.env as Record<string, string>), FONTCONFIG_FILE: file };
}

function unpackTo(folder: string): Promise<string> {
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  try {
    // Reads the variable before its first await.
    return chromium.executablePath();
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}
