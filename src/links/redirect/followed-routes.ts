import { t } from '../../kernel/translation/translate.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { View } from '../../web/view.ts';
import { clientOf } from '../../platform/http/client.ts';
import { Redirect as Onward, type Download } from '../../platform/http/endpoint.ts';
import { sendPage, showError, type Site } from '../../platform/http/families/page.ts';
import { forwardHeaders } from './responses.ts';
import type { Decision, Show } from './targeting/decide.ts';
import type { FollowedLink, FollowedPages, Interstitial } from './followed.ts';
import { checkLinkPassword } from './passwords.ts';
import type { Redirect } from './open-redirect.ts';
import { openView, passwordView, previewView } from './views.ts';

/** Routes for the pages that visitors of links see, with the service's layout, also on branded domains. */
export function followedRoutes(
  server: FastifyInstance,
  app: App,
  site: Site,
  redirect: Redirect,
  pages: Partial<FollowedPages>,
): void {
  const answer = async (
    decision: Decision,
    interstitial: Interstitial,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const send = (page: View | Download) =>
      sendPage(app, site, page, request, reply.header('cache-control', 'private, no-store'));
    switch (decision.do) {
      case 'forward':
        return forward(decision.to, decision.status, request, reply);
      case 'show': {
        const created = await show(decision, interstitial, request, reply);
        if (!(created instanceof Onward)) return send(created);
        return created.to === '' ? refuse('missing', reply) : forward(created.to, 302, request, reply);
      }
      case 'ask':
        return send(passwordView(interstitial));
      case 'preview':
        return send(previewView(interstitial));
      case 'open':
        return send(openView(interstitial, decision));
      case 'expired':
        return decision.to ? forward(decision.to, 302, request, reply) : refuse('expired', reply);
      default:
        return refuse(decision.do, reply);
    }
  };

  const show = async (
    { as, to }: Show,
    interstitial: Interstitial,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<View | Download | Onward> => {
    const render = pages[as];
    const client = clientOf(request, reply, interstitial.address.startsWith('https:'));
    return render ? render(app, toFollowed(interstitial, to), client) : new Onward(to);
  };

  const refuse = (kind: Parameters<Redirect['answers']['page']>[0], reply: FastifyReply): FastifyReply => {
    const { status, headers, body } = redirect.answers.page(kind, reply.request.language);
    return withHeaders(reply, headers).status(status).send(Buffer.from(body, 'latin1'));
  };

  // Routes requests with an interstitial here, whatever their path, and no others.
  server.addConstraintStrategy({
    name: 'interstitial',
    mustMatchWhenDerived: true,
    storage: () => new Map(),
    validate: () => undefined,
    deriveConstraint: (request) => (redirect.interstitialOf(request) ? 'followed' : undefined),
  });
  server.route({
    method: ['GET', 'POST'],
    url: '/*',
    constraints: { interstitial: 'followed' },
    schema: { hide: true },
    errorHandler: (error, request, reply) => void showError(app, site, error, request, reply),
    handler: async (request, reply) => {
      const interstitial = redirect.interstitialOf(request.raw);
      if (!interstitial) return showError(app, site, missing(t('Page')), request, reply);
      if (request.method !== 'POST') return answer(interstitial.decision, interstitial, request, reply);
      const next = await checkLinkPassword(app, interstitial, request, reply);
      if ('do' in next) return answer(next, interstitial, request, reply);
      return sendPage(app, site, next, request, reply.header('cache-control', 'private, no-store'));
    },
  });
}

function toFollowed({ link, address }: Interstitial, to: string): FollowedLink {
  const { special } = link;
  return {
    linkId: link.id,
    ownerId: special?.ownerId ?? '',
    shortAddress: address,
    title: [special?.preview.title, special?.title].find(Boolean) ?? '',
    description: special?.preview.description ?? '',
    previewImage: special?.preview.image ?? null,
    to,
    splashId: special?.splashId ?? null,
    overlayId: special?.overlayId ?? null,
    pixels: special?.pixels ?? [],
    heldFor: special?.heldFor ?? null,
  };
}

/**
 * Redirects. After a form it uses 303, whatever the link's status, so that the password is not sent to the
 * destination.
 */
function forward(to: string, status: number, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return withHeaders(reply, forwardHeaders(to))
    .status(request.method === 'POST' ? 303 : status)
    .send();
}

/** Sets headers from a list of names and values in turn. */
function withHeaders(reply: FastifyReply, headers: readonly string[]): FastifyReply {
  for (let i = 0; i < headers.length; i += 2) reply.header(headers[i] ?? '', headers[i + 1]);
  return reply;
}
