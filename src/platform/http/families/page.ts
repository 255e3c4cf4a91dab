import { shownProblem } from '../../../web/translation/translate.ts';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { currentLanguage } from '../../../web/translation/languages.ts';
import { type App, may, type Viewer } from '../../app.ts';
import type { Product } from '../../../web/product.ts';
import { html, Html, type Layout, type PageContext, type View } from '../../../web/html.ts';
import { addressKey } from '../../limits.ts';
import { type Caller } from '../caller.ts';
import { type Download, type Page, Redirect } from '../endpoint.ts';
import { confirmationOf, consumeFlash, sendRedirect, describedPage } from './page-responses.ts';
import { addFormKeys, submitOnce } from '../form-keys.ts';
import { errorPage, toSignIn, withoutQueries } from './page-errors.ts';
import type { Identify } from '../family.ts';
import { pageLimit } from '../cache/answer-early.ts';
import { admitCall, countCall, countOperation } from '../overload/limiting.ts';
import { contentPolicy, newNonce, permissionsPolicy } from '../security-headers.ts';
import { themeOf, useViewerLanguage } from '../reader.ts';
import { callOf, dropBlankQuery } from '../mount.ts';
import { missing, msg } from '../../../kernel/problem.ts';
import { isRead } from '../methods.ts';
import { identifyAfterBody, recordIdentified } from '../overload/slow-bodies.ts';
import { toProblem } from '../input/field-errors.ts';
import { rejectCrossSiteForms } from '../origins.ts';
import { dropUploads, receiveUploads, refuseUnknownFiles } from '../input/uploads.ts';
import type { PublicPages } from '../cache/public-pages.ts';
import { useValidation } from '../input/validation.ts';

type Counts = NonNullable<PageContext['counts']>;

/** The parts shared by every page of one product. */
export interface Site {
  /** In the current language. */
  product: () => Product;
  /** The operator's brand in the place of the product's. */
  own?: (app: App) => Promise<Partial<Product>>;
  base: string;
  other: string;
  layout: Layout;
  identify: Identify;
  /** Counters that the navigation shows to signed-in people. */
  counts?: (app: App, viewer: Viewer) => Promise<Counts>;
  /** The workspaces a signed-in person can switch between, if the service has workspaces. */
  workspaces?: (app: App, caller: Caller) => Promise<NonNullable<PageContext['workspaces']>>;
  /** Cache of pages for signed-out visitors, if the service has one. */
  publicPages?: PublicPages | undefined;
  /** Path prefixes whose writes do not change public pages. */
  privatePrefixes?: readonly string[];
  /** Records that a member acted in another account's workspace. */
  acted?: (app: App, caller: Caller, path: string) => Promise<void>;
}

const isSecure = ({ base }: Site) => base.startsWith('https:');

/**
 * Registers web pages with session, CSRF protection and layout. A rejected form is shown again with the error
 * at its field.
 */
export function mountPages(server: FastifyInstance, app: App, site: Site, pages: readonly Page[]): void {
  void server.register((scope, _options, done) => {
    useValidation(scope, { coerceBody: true });
    // Pages only accept forms, so the values to show again are text or lists of text.
    scope.removeContentTypeParser('application/json');
    scope.setErrorHandler((error, request, reply) => showError(app, site, error, request, reply));
    for (const page of pages) add(scope, app, site, page);
    done();
  });
}

function add(scope: FastifyInstance, app: App, site: Site, page: Page): void {
  const calls = new WeakMap<FastifyRequest, ReturnType<typeof callOf>>();
  /** The same input for the handler and the rejected form, because a handler adds uploads to the body. */
  const inputOf = (request: FastifyRequest, reply: FastifyReply) => {
    const call = calls.get(request) ?? callOf(app, request, reply, isSecure(site), page);
    calls.set(request, call);
    return call;
  };
  /** Shows a rejected form again if the page supports it, else the error page. */
  const showAgain = async (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const problem = toProblem(error);
    const { again } = page;
    const hopeless =
      problem.status >= 500 || problem.kind === 'unauthenticated' || isNoSuchPage(error) || !request.body;
    if (!again || hopeless) return showError(app, site, error, request, reply);
    if (problem.retryAfter !== undefined) reply.header('retry-after', problem.retryAfter);
    const fields = fieldsOf(page);
    const given = inputOf(request, reply);
    const body = {
      ...Object.fromEntries(fields.map((name) => [name, undefined])),
      ...(given.body as object | undefined),
    };
    const call = { ...given, body: body as never };
    const view = await again(call, shownProblem(problem));
    const status = problem.status === 400 ? 422 : problem.status;
    return show(app, site, { status, ...view }, request, reply);
  };
  scope.route({
    method: page.method,
    url: page.path,
    config: { pages: true, rules: page.verb?.rules, takesFiles: page.files !== undefined },
    schema: {
      ...(page.described ? describedPage(page.method, page.path, page.described) : { hide: true }),
      ...(page.params && { params: page.params }),
      ...(page.query && { querystring: page.query }),
      ...(page.body && { body: page.body }),
    },
    onRequest: async (request, reply) => {
      if (page.method === 'POST' && !page.anyOrigin) rejectCrossSiteForms(request, site.base);
      request.caller = await site.identify(app, request, page.access);
      useViewerLanguage(request.caller.workspace?.member ?? request.caller.viewer, request);
      await countCall(app, reply, pageLimit(app), addressKey(request.ip));
      if (page.cached && (await site.publicPages?.answer(request, reply))) return reply;
      if (page.limit)
        await countOperation(
          app,
          reply,
          `${page.method} ${page.path}`,
          page.limit,
          request.caller,
          request.ip,
        );
      request.admit = await admitCall(app, reply, request, request.ip, page.verb?.rules);
      recordIdentified(app, request);
    },
    preValidation: async (request, reply) => {
      await receiveUploads(app, request, page.files);
      await identifyAfterBody(app, request, (app) => site.identify(app, request, page.access));
      dropBlankQuery(request);
      if (page.body) request.body ??= {};
      const confirmation = confirmationOf(request);
      return confirmation && show(app, site, confirmation, request, reply);
    },
    // Errors while rendering the form again lead to the error page.
    errorHandler: (error, request, reply) => {
      dropUploads(request);
      void showAgain(error, request, reply).catch((failure: unknown) => reply.send(failure));
    },
    handler: async (request, reply) => {
      if (page.files) refuseUnknownFiles(request.uploads, page.files);
      const cacheEntry = page.cached ? site.publicPages?.begin(request) : undefined;
      const call = inputOf(request, reply);
      const counts = page.changesCounts ? undefined : countEarly(call.app, site, request);
      const result = await submitOnce(app, request, async (claim) =>
        page.handle({ ...call, app: { ...call.app, claim } }),
      );
      dropUploads(request);
      if (page.method === 'POST' && request.caller.workspace)
        await site.acted?.(app, request.caller, request.url);
      if (result instanceof Redirect) return sendRedirect(result, request, reply, isSecure(site));
      if (result instanceof Html && !isOpenedAlone(request))
        return reply.type('text/html; charset=utf-8').send(addFormKeys(result.text, request));
      if (result instanceof Html)
        return show(app, site, partView(site.product().brand.name, result), request, reply);
      // What an open page adds to itself, such as the next page of a list, needs no layout.
      if (request.headers['turbo-frame'] === 'page-body' && !('type' in result))
        return reply
          .type('text/html; charset=utf-8')
          .send(addFormKeys(`<main>${result.body.text}</main>`, request));
      return 'type' in result
        ? sendDownload(result, reply, cacheEntry)
        : show(call.app, site, result, request, reply, cacheEntry, counts);
    },
  });
}

/** Counts for the navigation while the page is read. Parts of pages have none. */
function countEarly(app: App, site: Site, request: FastifyRequest): Promise<Counts> | undefined {
  const viewer = request.caller.workspace?.member ?? request.caller.viewer;
  if (!viewer || !site.counts || request.method !== 'GET' || request.headers['turbo-frame'] !== undefined)
    return undefined;
  const counts = site.counts(app, viewer);
  counts.catch(() => undefined); // The page may fail first.
  return counts;
}

/** Whether the path itself is wrong, such as a word where an id is. */
const isNoSuchPage = (error: unknown): boolean =>
  (error as { validationContext?: string }).validationContext === 'params';

/** A part of a page with the heading that every page has. */
const partView = (title: string, part: Html): View => ({
  title,
  body: /<h1[\s>]/.test(part.text)
    ? part
    : html`<h1 class="visually-hidden">${title}</h1>
        ${part}`,
});

/** Whether a part of a page is opened in its own tab, where it is shown as a full page. */
const isOpenedAlone = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers['sec-fetch-dest'] === 'document';

/** The form's fields. Browsers omit unchecked boxes, and files are not part of the body. */
const fieldsOf = ({ body, files }: Page): string[] => [
  ...Object.keys((body as { properties?: object } | undefined)?.properties ?? {}),
  ...(files ? [...files.fields, ...(files.aliases ?? [])] : []),
];

/** Responds with a page or a document, for the viewer in `request.caller`. */
export const sendPage = (
  app: App,
  site: Site,
  page: View | Download,
  request: FastifyRequest,
  reply: FastifyReply,
  send?: Send,
) => ('type' in page ? sendDownload(page, reply, send) : show(app, site, page, request, reply, send));

/** Sends a cacheable page. */
type Send = ReturnType<PublicPages['begin']>;

function sendDownload(
  { type, body, headers }: Download,
  reply: FastifyReply,
  send?: Send,
): FastifyReply | Promise<FastifyReply> {
  reply.type(type).headers(headers ?? {});
  if (send && typeof body === 'string') return send(reply, body);
  // Streams are sent directly, so they end as soon as the client disconnects.
  const isReady = typeof body === 'string' || Buffer.isBuffer(body) || body instanceof Readable;
  return reply.send(isReady ? body : Readable.from(body));
}

async function show(
  app: App,
  site: Site,
  view: View,
  request: FastifyRequest,
  reply: FastifyReply,
  send?: Send,
  counts?: Promise<Counts>,
): Promise<FastifyReply> {
  const { caller } = request;
  const viewer = caller.workspace?.member ?? caller.viewer;
  const nonce = newNonce();
  const product = { ...site.product(), ...(await site.own?.(app)) };
  const context: PageContext = {
    product,
    base: site.base,
    other: site.other,
    path: request.url,
    nonce,
    viewer: viewer
      ? { ...viewer, isOperator: may(viewer, 'operate'), isModerator: may(viewer, 'moderate') }
      : null,
    ...(viewer && site.counts && { counts: await (counts ?? site.counts(app, viewer)) }),
    ...(viewer && site.workspaces && { workspaces: await site.workspaces(app, caller) }),
    flash: consumeFlash(request, reply),
    theme: themeOf(request),
    language: currentLanguage(),
  };
  if (view.policy?.inOwnFrames) reply.header('x-frame-options', 'SAMEORIGIN');
  reply
    .status(view.status ?? 200)
    .header('content-security-policy', contentPolicy(nonce, site, view.policy))
    .header(
      'permissions-policy',
      permissionsPolicy(viewer !== undefined && product.isLive === true, view.policy),
    )
    .header('content-language', context.language)
    .header('vary', ['Accept-Language', 'Cookie', reply.getHeader('vary')].filter(Boolean).join(', '))
    .type('text/html; charset=utf-8');
  const body = addFormKeys(site.layout(view, context), request);
  return send ? send(reply, body) : reply.send(body);
}

/** Sends an error page, or the sign-in page if sign-in is required. */
export async function showError(
  app: App,
  site: Site,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const problem = isNoSuchPage(error) && isRead(request) ? missing(msg('Page')) : toProblem(error);
  if (problem.kind === 'unauthenticated') return reply.redirect(toSignIn(request), 303);
  if (problem.status >= 500) request.log.error({ err: problem.cause ?? problem }, problem.message);
  if (problem.retryAfter !== undefined) reply.header('retry-after', problem.retryAfter);
  const view = await errorPage(app, site, request, problem);
  return show(app, withoutQueries(site, problem), { ...view, status: problem.status }, request, reply);
}
