import type { FastifyRequest } from 'fastify';
import type { Problem } from '../../../kernel/problem.ts';
import { errorView, sectionAbove } from '../../../web/error-view.ts';
import { t } from '../../../web/translation/translate.ts';
import type { View } from '../../../web/html.ts';
import type { App } from '../../app.ts';
import { formPage } from '../form-keys.ts';
import { signInPath } from '../form-pages.ts';
import { isRead } from '../methods.ts';
import type { Site } from './page.ts';

/** The sign-in page, which leads back to the page, or to that of the form: its texts are kept in the browser. */
export function toSignIn(request: FastifyRequest): string {
  const wanted = isRead(request) ? request.url : formPage(request);
  return wanted === '/' ? '/signin' : signInPath(wanted);
}

/** The page about a problem, for the viewer, who is identified here if the page has not done it. */
export async function errorPage(
  app: App,
  site: Site,
  request: FastifyRequest,
  problem: Problem,
): Promise<View> {
  const { search, navigation } = site.product();
  // An unknown path or method belongs to no page, and a page refuses some, so the viewer is not known yet.
  const caller =
    [403, 404, 405].includes(problem.status) &&
    !request.caller.viewer &&
    (await site.identify(app, request, 'anyone').catch(() => undefined));
  if (caller) request.caller = caller;
  return errorView({
    status: problem.status,
    message: t(problem.text),
    requestId: request.id,
    isMember: request.caller.viewer !== undefined && problem.status < 500,
    address: isRead(request) ? request.url : undefined,
    section: sectionAbove(navigation, request.url.split('?')[0] ?? '', request.caller.viewer !== undefined),
    search: request.caller.viewer || search.for === 'anyone' ? search.results : undefined,
    signIn: request.caller.viewer || problem.status !== 404 ? undefined : signInPath(request.url),
  });
}

// Without the navigation's counters, and after a failure the operator's brand, whose queries may fail as well. What is
// malformed is answered at once, because the client may have closed its half of the connection.
export const withoutQueries = (
  { product, own, base, other, layout, identify }: Site,
  { status }: Problem,
): Site => ({
  product,
  ...(own && status > 400 && status < 500 && { own }),
  base,
  other,
  layout,
  identify,
});
