import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { Html, trusted } from '../../web/html.ts';
import { t } from '../../web/translation/translate.ts';
import type { App, Claim } from '../app.ts';
import { Redirect } from './endpoint.ts';
import {
  hashFiles,
  claimCall,
  findRecordedCall,
  forgetCall,
  requireSaved,
  storeAnswer,
} from './idempotency.ts';
import type { Answered, IdempotentCall } from './idempotency.ts';

/** The hidden field of every form of a signed-in page. */
export const formKeyField = 'form_key';
/** Values of attributes may have `>`. */
const forms = /<form\s(?:[^<>"]|"[^"]*")*>/g;
const isPost = /\smethod="post"/;
/** The attribute of forms that are sent repeatedly on purpose: the same message, or a reaction that is given and withdrawn. */
const repeatable = /\sdata-repeatable\b/;

/** One key for all forms of a page: the rest of what is sent tells them apart. */
const newFormKey = (): string => randomBytes(12).toString('base64url');

/**
 * Adds the hidden key to the forms of a member's page, so that a repeated submission changes nothing. Pages of strangers
 * are cached, and what they send belongs to no account.
 */
export function addFormKeys(markup: string, { caller }: Pick<FastifyRequest, 'caller'>): string {
  if (!caller.viewer) return markup;
  const input = `<input type="hidden" name="${formKeyField}" value="${newFormKey()}">`;
  return markup.replaceAll(forms, (form) =>
    isPost.test(form) && !repeatable.test(form) ? form + input : form,
  );
}

/** Limits what clients make the database store. */
const longestKey = 100;
/** Larger fragments are not stored. A repeated submission gets a redirect instead. */
const longestFragment = 64 * 1024;
/** How long a repeated submission waits for the response to the first. */
const waits = { times: 50, pause: 100 };

/** The first submission of a form was or is being handled. */
class Repeated extends Error {}

/**
 * Handles a form once, however often it is submitted. Its first transaction claims the key, so that the key is used if
 * and only if the form was saved. A form that was refused can be corrected and sent again.
 */
export async function submitOnce<R>(
  app: App,
  request: FastifyRequest,
  handle: (claim: Claim | undefined) => Promise<R>,
): Promise<R | Redirect | Html> {
  const call = await callOf(request);
  if (!call) return handle(undefined);
  const claiming = claimFor(call);
  try {
    const result = await handle(claiming);
    if (claiming.isUsed()) await storeAnswer(app, call, toAnswer(result));
    return result;
  } catch (error) {
    if (error instanceof Repeated) return (await findFirst(app, call)) ?? alreadyDone(request);
    if (!claiming.isUsed()) {
      await requireSaved(app, call, error);
      const done = alreadyDone(request);
      await storeAnswer(app, call, toAnswer(done)).catch(() => undefined);
      return done;
    }
    // A later step failed or was refused.
    await forgetCall(app, call).catch(() => undefined);
    throw error;
  }
}

/** Undefined for strangers, and for scripts, which repeat forms on purpose. */
async function callOf(request: FastifyRequest): Promise<IdempotentCall | undefined> {
  const { caller, body, method, url, uploads, headers, bodyHash } = request;
  const account = (caller.workspace?.member ?? caller.viewer)?.id;
  const key = (body as Record<string, unknown> | null | undefined)?.[formKeyField];
  if (account === undefined || typeof key !== 'string' || key === '' || key.length > longestKey)
    return undefined;
  const mode = headers['sec-fetch-mode'];
  const isSubmission = mode === undefined || mode === 'navigate' || headers.accept?.includes('turbo-stream');
  if (!isSubmission) return undefined;
  const sent = bodyHash?.toString('hex') ?? JSON.stringify(body);
  const files = uploads.map(({ field, name }) => [field, name]);
  const fingerprint = createHash('sha256').update(JSON.stringify([method, url, key, sent, files]));
  // Two pictures of one name, as telephones call them all, are two answers.
  await hashFiles(fingerprint, uploads);
  const hash = fingerprint.digest();
  return { account, key: `form:${hash.toString('base64url')}`, request: hash };
}

function claimFor(call: IdempotentCall): Claim & { isUsed: () => boolean } {
  let state: 'free' | 'claimed' | 'used' = 'free';
  return {
    enter: async (within) => {
      if (state !== 'free') return;
      state = 'claimed';
      within.afterCommit(() => (state = 'used'));
      if (!(await claimCall(within, call))) throw new Repeated('The form was submitted before');
    },
    leave: () => {
      if (state === 'claimed') state = 'free';
    },
    isUsed: () => state === 'used',
  };
}

type Stored = { to: string; flash?: Redirect['flash'] } | { html: string } | null;

function toAnswer(result: unknown): Answered {
  const body: Stored =
    result instanceof Redirect && !result.headers
      ? { to: result.to, ...(result.flash && { flash: result.flash }) }
      : result instanceof Html && result.text.length <= longestFragment
        ? { html: result.text }
        : null;
  return { status: 200, body };
}

/** The response to the first submission, which may still be handled. */
async function findFirst(app: App, call: IdempotentCall): Promise<Redirect | Html | undefined> {
  for (let left = waits.times; left > 0; left -= 1) {
    const answered = await findRecordedCall(app, call);
    if (answered) {
      const stored = answered.body as Stored;
      if (stored === null) return undefined;
      return 'to' in stored ? new Redirect(stored.to, stored.flash) : trusted(stored.html);
    }
    await sleep(waits.pause);
  }
  return undefined;
}

/** Back to the page of the form, when the response to its first submission is not known. */
function alreadyDone(request: FastifyRequest): Redirect {
  return new Redirect(formPage(request), { kind: 'success', text: t('Your changes are saved.') });
}

/** The page of the form, or the home page if the browser does not name it. */
export function formPage({ headers, host }: Pick<FastifyRequest, 'headers' | 'host'>): string {
  const from = URL.parse(headers.referer ?? '');
  // Two slashes would begin the address of another host.
  return from?.host === host ? `${from.pathname.replace(/^\/+/, '/')}${from.search}` : '/';
}
