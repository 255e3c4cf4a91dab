// Every page of both services as people of all kinds meet it, on the content of `npm run demo`.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { FileSystemConfigLoader, HtmlValidate } from 'html-validate';
import type { Request } from 'playwright-core';
import { fill } from '../../scripts/demo/fill.ts';
import { startSession } from '../../src/identity/sessions.ts';
import { findViewer } from '../../src/identity/viewer.ts';
import { openContext } from '../browser.ts';
import { startServices } from '../services.ts';
import type { Services } from '../services.ts';
import { password } from '../world.ts';
import { lookAt, violationsIn } from './look-at.ts';
import { listPages } from './page-list.ts';

describe('every page', () => {
  let services: Services;
  let session: Record<string, string>;
  /** Absolute addresses by who can see something there. */
  const pages = { stranger: [] as string[], operator: [] as string[] };
  const validator = new HtmlValidate(new FileSystemConfigLoader());

  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    await fill(services.app, password);
    const operator = await findOperator();
    const token = await startSession(services.app, operator.id, {
      madeBy: 'page',
      userAgent: '',
      address: '',
    });
    session = { c_user: operator.id, xs: token };
    for (const { service, path } of await listPages(services, operator)) {
      const address = services[service] + path;
      if (await isDocument(address, session)) pages.operator.push(address);
      if (await isDocument(address, {})) pages.stranger.push(address);
    }
  });
  after(() => services.stop());

  async function findOperator() {
    const { app } = services;
    const row = await app.db
      .selectFrom('identity.account')
      .select('id')
      .where('role', '=', 'operator')
      .executeTakeFirstOrThrow();
    const viewer = await findViewer(app, row.id);
    assert.ok(viewer);
    return viewer;
  }

  const ask = (address: string, cookies: Record<string, string>) => {
    const cookie = Object.entries(cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
    return fetch(address, { headers: { cookie, accept: 'text/html' }, redirect: 'manual' });
  };

  /** Not so pictures, parts of pages, and what leads elsewhere. */
  async function isDocument(address: string, cookies: Record<string, string>): Promise<boolean> {
    const answer = await ask(address, cookies);
    const text = await answer.text();
    return answer.status !== 303 && text.startsWith('<!doctype html>');
  }

  async function openPage(cookies: Record<string, string>) {
    const context = await openContext();
    await context.addCookies(
      Object.entries(cookies).map(([name, value]) => ({ name, value, url: services.plaza })),
    );
    return context.newPage();
  }

  it('is there for whom it is for', () => {
    assert.ok(pages.operator.length > 30, `only ${pages.operator.length} pages were found`);
    assert.ok(pages.stranger.length > 10);
  });

  it('is valid HTML', async () => {
    const faults: string[] = [];
    for (const [who, cookies] of [
      ['operator', session],
      ['stranger', {}],
    ] as const)
      for (const address of pages[who]) {
        const report = await validator.validateString(
          await (await ask(address, cookies)).text(),
          'page.html',
        );
        for (const { messages } of report.results)
          faults.push(
            ...messages.map(
              ({ ruleId, message, line }) => `${address} (${who}), line ${line}: ${ruleId}: ${message}`,
            ),
          );
      }
    assert.deepEqual(faults, []);
  });

  for (const who of ['stranger', 'operator'] as const)
    it(`is open to all, keeps still and fits, for ${who === 'operator' ? 'an operator' : 'a stranger'}`, async () => {
      const waiting = [...pages[who]];
      const faults: string[] = [];
      const look = async () => {
        const page = await openPage(who === 'operator' ? session : {});
        for (let next = waiting.pop(); next; next = waiting.pop()) faults.push(...(await lookAt(page, next)));
        await page.context().close();
      };
      // Two at a time, because a page is looked at in a process of its own.
      await Promise.all([look(), look()]);
      assert.deepEqual(faults, []);
    });

  it('is open to all when it refuses a form', async () => {
    const page = await openPage({});
    const faults: string[] = [];
    for (const [path, button] of [
      ['/signup', 'Make account'],
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

  it('is light: at most 45 kB of scripts and 20 kB of styles for a public page', async (context) => {
    const most = { script: 0, stylesheet: 0 };
    for (const address of pages.stranger) {
      const sent = await sizesOf(address);
      most.script = Math.max(most.script, sent.script);
      most.stylesheet = Math.max(most.stylesheet, sent.stylesheet);
    }
    context.diagnostic(`at most ${most.script} bytes of scripts, ${most.stylesheet} of styles`);
    assert.ok(most.script > 1000 && most.stylesheet > 1000, 'nothing was measured');
    assert.ok(most.script <= 45_000 && most.stylesheet <= 20_000, JSON.stringify(most));
  });

  /** Bytes as they went over the wire to somebody who has never been here. */
  async function sizesOf(address: string): Promise<{ script: number; stylesheet: number }> {
    const page = await openPage({});
    const requests: Request[] = [];
    page.on('requestfinished', (request) => void requests.push(request));
    await page.goto(address, { waitUntil: 'networkidle' });
    const sent = { script: 0, stylesheet: 0 };
    for (const request of requests) {
      const kind = request.resourceType();
      if (kind === 'script' || kind === 'stylesheet') sent[kind] += (await request.sizes()).responseBodySize;
    }
    await page.context().close();
    return sent;
  }
});
