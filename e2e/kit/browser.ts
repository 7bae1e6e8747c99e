import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/**
 * A Chromium that needs nothing from the machine: the one of the npm package @sparticuz/chromium with the libraries
 * and a font it carries for servers without a desktop, or an installed one named by CHROMIUM_PATH. `further` are
 * arguments of the browser's command line.
 */
export async function launch(...further: string[]): Promise<Browser> {
  const installed = process.env.CHROMIUM_PATH;
  const home = installed ? undefined : await unpacked();
  return chromium.launch({
    executablePath: installed ?? join(home as string, 'chromium'),
    // Containers rarely allow the browser's sandbox, and root never; the pages are our own.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--font-render-hinting=none', ...further],
    env: { ...(process.env as Record<string, string>), ...(home ? environment(home) : {}) },
  });
}

let shared: Promise<Browser> | undefined;

/**
 * The browser of this process, which one test file after another uses and which ends with the process: each opens tabs
 * of its own, and leaves none open (`closeTabs`).
 */
export async function sharedBrowser(): Promise<Browser> {
  shared ??= launch();
  if (!(await shared).isConnected()) shared = launch();
  return shared;
}

export async function closeTabs(browser: Browser): Promise<void> {
  for (const context of browser.contexts()) await close(context);
}

/** A handler that is answering a request at that moment fails, in nobody's hands: the run of all tests would be red. */
async function close(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
}

function environment(home: string): Record<string, string> {
  const libraries = [join(home, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter);
  return { LD_LIBRARY_PATH: libraries, FONTCONFIG_PATH: home, HOME: process.env.HOME ?? home };
}

function packageVersion(): string {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const home = entry.slice(0, entry.lastIndexOf('build'));
  return (JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }).version;
}

/** Unpacks the browser once for a user and a version, in a folder of its own: nobody else's file is ever run. */
async function unpacked(): Promise<string> {
  const place = process.env.BROWSER_HOME ?? tmpdir();
  const home = join(place, `lanka-chromium-${packageVersion()}-${process.getuid?.() ?? 0}`);
  if (existsSync(join(home, 'complete'))) return home;
  const draft = mkdtempSync(`${home}.`);
  // The package unpacks into TMPDIR, and its libraries only when it believes to run in a Lambda function.
  const { TMPDIR, AWS_EXECUTION_ENV, LD_LIBRARY_PATH, FONTCONFIG_PATH } = process.env;
  Object.assign(process.env, { TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' });
  try {
    const { default: packed } = await import('@sparticuz/chromium');
    await packed.executablePath();
  } finally {
    restore({ TMPDIR, AWS_EXECUTION_ENV, LD_LIBRARY_PATH, FONTCONFIG_PATH });
  }
  const fonts = `<fontconfig><dir>${home}/fonts</dir><cachedir>${home}/font-cache</cachedir></fontconfig>`;
  writeFileSync(join(draft, 'fonts.conf'), `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">${fonts}`);
  writeFileSync(join(draft, 'complete'), '');
  try {
    renameSync(draft, home);
  } catch (error) {
    if (existsSync(join(home, 'complete'))) {
      rmSync(draft, { recursive: true, force: true }); // another run was faster
    } else {
      throw error;
    }
  }
  return home;
}

function restore(values: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}

/** Cookies and what pages keep. */
export type Stored = Exclude<NonNullable<BrowserContextOptions['storageState']>, string>;

export interface Tab {
  page: Page;
  /** Uncaught errors of the page and errors in its console, as they come. A journey ends with none. */
  problems: string[];
  close(): Promise<void>;
}

/** A page of a new visitor: nothing stored unless it is given, Ukrainian, in Kyiv. */
export async function openTab(browser: Browser, baseUrl: string, size: Size = SIZES[0], stored?: Stored): Promise<Tab> {
  const context = await browser.newContext({
    ...(stored ? { storageState: stored } : {}),
    baseURL: baseUrl,
    viewport: { width: size.width, height: size.height },
    locale: 'uk-UA',
    timezoneId: 'Europe/Kyiv',
    reducedMotion: 'reduce', // pages are looked at as they stand, not half faded
  });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`error: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    // An answer of 4xx is logged by the browser itself; what the page makes of it is the journey's to check.
    const isAnswer = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isAnswer) problems.push(`console: ${message.text()}`);
  });
  return { page, problems, close: () => close(context) };
}

export interface Size {
  name: string;
  width: number;
  height: number;
}

export const SIZES = [
  { name: 'desktop', width: 1440, height: 900 },
  { name: 'tablet', width: 768, height: 1024 },
  { name: 'phone', width: 390, height: 844 },
] as const satisfies readonly Size[];

const SCHEMES = ['light', 'dark'] as const;

/**
 * Pictures of the page as it stands in all sizes, light and dark: `<name>-desktop-light.png` and so on in the folder
 * that SCREENSHOTS names. Without SCREENSHOTS nothing happens. `check` is called at each of the six for assertions.
 */
export async function screenshots(page: Page, name: string, check?: (at: string) => Promise<void>): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (!folder && !check) return;
  const before = page.viewportSize();
  for (const size of SIZES) {
    for (const scheme of SCHEMES) {
      await page.setViewportSize({ width: size.width, height: size.height });
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await page.evaluate(
        'document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => done())))',
      );
      await check?.(`${size.name}-${scheme}`);
      if (!folder) continue;
      mkdirSync(folder, { recursive: true });
      await page.screenshot({ path: join(folder, `${name}-${size.name}-${scheme}.png`) });
    }
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: 'reduce' });
  if (before) await page.setViewportSize(before);
}

/** Nothing of the page is still on its way: a dialog that fades away is neither there nor gone. */
export async function settled(page: Page): Promise<void> {
  // another size is heard with the next frame, and drawn with the one after it
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))');
  await page.locator('[aria-busy=true], .mantine-Skeleton-root').first().waitFor({ state: 'detached' });
  await page.evaluate(
    'Promise.all(document.getAnimations().filter((one) => one.effect.getComputedTiming().iterations < 100).map((one) => one.finished.catch(() => 0)))',
  );
}
