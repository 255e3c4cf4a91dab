import { msg, missing } from '../../kernel/problem.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../platform/app.ts';
import type { View } from '../../web/html.ts';
import { clientOf } from '../../platform/http/client.ts';
import { Redirect as Onward, type Download } from '../../platform/http/endpoint.ts';
import { sendPage, showError, type Site } from '../../platform/http/families/page.ts';
import { setHeaders } from '../../platform/http/security-headers.ts';
import { type Followable, forward, referrerPolicy } from '../forward.ts';
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
    const rules = interstitial.link.special?.targets;
    const send = (page: View | Download) => sendPage(app, site, page, request, asPage(reply, rules));
    // After a form, 303 whatever the link's status, so that the password is not sent to the destination.
    const redirect = ({ to, status, headers = [] }: Onward) =>
      to === ''
        ? refuse('missing', reply)
        : setHeaders(reply, headers)
            .status(request.method === 'POST' ? 303 : status)
            .send();
    switch (decision.do) {
      case 'forward':
        return redirect(forward(decision.to, decision.status, rules));
      case 'show': {
        const shown = await show(decision, interstitial, request, reply);
        return shown instanceof Onward ? redirect(shown) : send(shown);
      }
      case 'ask':
        return send(passwordView(interstitial));
      case 'preview':
        return send(previewView(interstitial));
      case 'open':
        return send(openView(interstitial, decision));
      case 'expired':
        return decision.to ? redirect(forward(decision.to, 302, rules)) : refuse('expired', reply);
      default:
        return refuse(decision.do, reply);
    }
  };

  const show = async (
    { as, to, clickId }: Show,
    interstitial: Interstitial,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<View | Download | Onward> => {
    const render = pages[as];
    const client = clientOf(request, reply, interstitial.address.startsWith('https:'));
    return render
      ? render(app, { ...toFollowed(interstitial, to), clickId }, client)
      : forward(to, 302, interstitial.link.special?.targets);
  };

  const refuse = (kind: Parameters<Redirect['answers']['page']>[0], reply: FastifyReply): FastifyReply => {
    const { status, headers, body } = redirect.answers.page(kind, reply.request.language);
    return setHeaders(reply, headers).status(status).send(Buffer.from(body, 'latin1'));
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
      if (!interstitial) return showError(app, site, missing(msg('Page')), request, reply);
      if (request.method !== 'POST') return answer(interstitial.decision, interstitial, request, reply);
      const next = await checkLinkPassword(app, interstitial, request, reply);
      if ('do' in next) return answer(next, interstitial, request, reply);
      return sendPage(app, site, next, request, asPage(reply, interstitial.link.special?.targets));
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
    hidesReferrer: special?.targets?.hidesReferrer ?? false,
  };
}

/** The headers of every page that is shown instead of a redirect. */
const asPage = (reply: FastifyReply, followed: Followable | null | undefined): FastifyReply =>
  reply.header('cache-control', 'private, no-store').header('referrer-policy', referrerPolicy(followed));
