// Checks every page of both services for all kinds of viewers, with the content of `npm run demo`.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { FileSystemConfigLoader, HtmlValidate } from 'html-validate';
import { openContext } from '../chromium/browser.ts';
import { checkPage, violationsIn, type SearchDepth } from './check-page.ts';
import { askPage, startFilled, type FilledServices, type Reader } from '../walks/filled-services.ts';
import type { PageAddress } from './page-list.ts';

describe('every page', () => {
  let services: FilledServices;
  /** Documents by absolute address, for viewers who can see them. */
  const pages = { stranger: new Map<string, string>(), operator: new Map<string, string>() };
  const validator = new HtmlValidate(new FileSystemConfigLoader());

  before(async () => {
    services = await startFilled();
    for (const { service, path } of services.pages) {
      const address = services[service] + path;
      for (const [who, reader] of [
        ['operator', 'owner'],
        ['stranger', 'stranger'],
      ] as const) {
        const document = await readDocument(reader, { service, path });
        if (document !== undefined) pages[who].set(address, document);
      }
    }
  });
  after(() => services.stop());

  /** Returns undefined for pictures, partial pages and redirects. */
  async function readDocument(reader: Reader, page: PageAddress): Promise<string | undefined> {
    const { status, body } = await askPage(services, reader, page);
    return status !== 303 && body.startsWith('<!doctype html>') ? body : undefined;
  }

  /** Pages that are the same for both viewers are checked once. */
  const isAsStrangersSeeIt = ([address, document]: readonly [string, string]) => {
    const theirs = pages.stranger.get(address);
    return theirs !== undefined && mainOf(theirs) === mainOf(document);
  };

  const ownOfOperator = () => [...pages.operator].filter((page) => !isAsStrangersSeeIt(page));

  const consoleErrors: string[] = [];

  async function openPage(who: 'operator' | 'stranger') {
    const context = await openContext();
    const cookies = who === 'operator' ? services.cookies.owner.split('; ') : [];
    await context.addCookies(
      cookies.map((cookie) => {
        const [name = '', value = ''] = cookie.split('=');
        return { name, value, url: services.plaza };
      }),
    );
    const page = await context.newPage();
    page.on('pageerror', ({ message }) => consoleErrors.push(`${page.url()}: ${message}`));
    page.on('console', (entry) => {
      // The pages that answer with an error are among the pages.
      if (entry.type() === 'error' && !entry.text().startsWith('Failed to load resource'))
        consoleErrors.push(`${page.url()}: ${entry.text()}`);
    });
    return page;
  }

  it('exists for its audience', () => {
    assert.ok(pages.operator.size > 30, `only ${pages.operator.size} pages were found`);
    assert.ok(pages.stranger.size > 10);
  });

  it('is valid HTML', async () => {
    const faults: string[] = [];
    for (const [who, documents] of [
      ['operator', ownOfOperator()],
      ['stranger', pages.stranger],
    ] as const)
      for (const [address, document] of documents) {
        const report = await validator.validateString(document, 'page.html');
        for (const { messages } of report.results)
          faults.push(
            ...messages.map(
              ({ ruleId, message, line }) => `${address} (${who}), line ${line}: ${ruleId}: ${message}`,
            ),
          );
      }
    assert.deepEqual(faults, []);
  });

  /** Four at a time: each page runs in a separate process and waits half a second until the network is idle. */
  async function checkAllPages(who: 'operator' | 'stranger', addresses: string[]): Promise<SearchDepth[]> {
    const waiting = [...addresses];
    const checked: SearchDepth[] = [];
    const check = async () => {
      const page = await openPage(who);
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const first = await checkPage(page, next);
        // Late painting on a busy machine looks like layout shift, so a fault must occur twice.
        checked.push(first.faults.length > 0 ? await checkPage(page, next) : first);
      }
      await page.context().close();
    };
    await Promise.all([check(), check(), check(), check()]);
    return checked;
  }

  it('is accessible, stable and fits the screen for an operator', async () => {
    const checked = await checkAllPages(
      'operator',
      ownOfOperator().map(([address]) => address),
    );
    assert.deepEqual(
      checked.flatMap(({ faults }) => faults),
      [],
    );
  });

  it('is accessible, stable, small and fits the screen for a visitor', async (context) => {
    const checked = await checkAllPages('stranger', [...pages.stranger.keys()]);
    assert.deepEqual(
      checked.flatMap(({ faults }) => faults),
      [],
    );
    const script = Math.max(...checked.map(({ sent }) => sent.script));
    const stylesheet = Math.max(...checked.map(({ sent }) => sent.stylesheet));
    context.diagnostic(`at most ${script} bytes of scripts, ${stylesheet} of styles`);
    assert.ok(script > 1000 && stylesheet > 1000, 'nothing was measured');
    // Includes Stimulus on public statistics, which refresh themselves.
    assert.ok(script <= 45 * 1024, `${script} bytes of scripts for a public page`);
    assert.ok(stylesheet <= 20_500, `${stylesheet} bytes of styles for a public page`);
  });

  it('reports no error in the console', () => assert.deepEqual(consoleErrors, []));

  it('is accessible when it rejects a form', async () => {
    const page = await openPage('stranger');
    const faults: string[] = [];
    for (const [path, button] of [
      ['/signup', 'Create account'],
      ['/signin', 'Sign in'],
    ] as const) {
      await page.goto(services.plaza + path);
      await page.getByRole('button', { name: button, exact: true }).click();
      await page.locator('[aria-invalid=true], [role=alert]').first().waitFor();
      faults.push(...(await violationsIn(page)).map((fault) => `${path}: ${fault}`));
    }
    await page.context().close();
    assert.deepEqual(faults, []);
  });
});

const mainOf = (document: string) => /<main[^>]*>.*<\/main>/s.exec(document)?.[0];
