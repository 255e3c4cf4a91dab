import { Type } from 'typebox';
import { ById } from '../../kernel/input.ts';
import { msg, invalid, Problem } from '../../kernel/problem.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { pagesFor, redirect, Redirect } from '../../platform/http/endpoint.ts';
import { largestPicture } from '../../platform/pictures.ts';
import type { Config } from '../../platform/settings/config.ts';
import { button } from '../../web/components/controls.ts';
import { type FormState, refused } from '../../web/form.ts';
import { html, type View } from '../../web/html.ts';
import { t } from '../../web/translation/translate.ts';
import { deleteApp, getApp, listApps, registerApp, restoreApp, rotateAppSecret, updateApp } from './apps.ts';
import { getAppByAuthId, grantAccess, hasGranted } from './grants.ts';
import type { OAuthApp } from './oauth-app.ts';
import { appFormView, appSecretView, deletedAppView, developersView } from './views.ts';

/** Prices per call for programs. */
const pricesOf = (config: Config): [string, string][] =>
  config.X402_CONTENT
    ? [
        [t('A call for public content'), t('from {price} USDC', { price: config.X402_PRICE })],
        [t('What is trending'), t('{price} USDC', { price: config.X402_PRICE_TRENDING })],
        [t('A website audit'), t('{price} USDC', { price: config.X402_PRICE_AUDIT })],
      ]
    : [];

const member = pagesFor('member');
const anyone = pagesFor('anyone');
const text = (maxLength: number) => Type.String({ maxLength, default: '' });
const icon = { fields: ['icon'], max: 1, bytes: largestPicture };
const Details = {
  name: text(300),
  domain: text(500),
  redirectUrl: text(4000),
  description: text(3000),
  category: text(60),
};

const editView = async (app: App, viewer: Viewer, id: string, state?: FormState) => {
  const found = await getApp(app, viewer, id);
  const address = found.icon === null ? null : app.files.address(found.icon);
  return appFormView({ app: found, icon: address, base: app.config.plazaUrl, state });
};

const Asked = {
  app_id: text(100),
  redirect_url: Type.Optional(Type.String({ maxLength: 4000 })),
  redirect_uri: Type.Optional(Type.String({ maxLength: 4000 })),
  state: Type.Optional(Type.String({ maxLength: 2000 })),
};

/**
 * Throws if the request names a redirect URL other than the registered one. The URLs are compared character
 * by character.
 */
function refuseOtherAddress(
  { redirectUrl }: OAuthApp,
  asked: { redirect_url?: string | undefined; redirect_uri?: string | undefined },
): void {
  for (const name of ['redirect_url', 'redirect_uri'] as const)
    if (asked[name] !== undefined && asked[name] !== redirectUrl)
      throw invalid(name, msg('The redirect URL does not match the registered one'));
}

export const oauthPages = [
  anyone.get({
    path: '/api/oauth',
    verb: grantAccess,
    described: {
      summary: 'Ask a person to sign in with this service',
      description:
        'Open this URL in a browser. Visitors who are not signed in are sent to the sign-in page, and people who have not authorized the app are asked for consent. After consent, the person returns to the redirect URL of the app with `auth_key` and `state`.',
      tag: 'Log in with',
    },
    query: Type.Object(Asked),
    handle: async ({ app, viewer, query, client }) => {
      if (query.app_id === '') throw invalid('app_id', msg('app_id is required'));
      const asking = await getAppByAuthId(app, query.app_id);
      refuseOtherAddress(asking, query);
      if (!viewer) return redirect(`/signin?next=${encodeURIComponent(client.path)}`);
      if (await hasGranted(app, viewer, asking.id))
        return new Redirect(await grantAccess(app, viewer, asking, query.state), undefined, 302);
      const address = asking.icon === null ? null : app.files.address(asking.icon);
      return consentView({ app: asking, icon: address, viewer, state: query.state });
    },
  }),
  member.post({
    path: '/api/oauth',
    verb: grantAccess,
    body: Type.Object({ ...Asked, answer: Type.Enum(['allow', 'deny']) }),
    handle: async ({ app, viewer, body }) => {
      const asking = await getAppByAuthId(app, body.app_id);
      // The registered URL may have changed since the consent page was shown.
      refuseOtherAddress(asking, body);
      if (body.answer === 'allow') return redirect(await grantAccess(app, viewer, asking, body.state));
      return redirect('/', { kind: 'info', text: t('{name} was not authorized', { name: asking.name }) });
    },
  }),
  anyone.get({
    path: '/developers',
    handle: async ({ app, viewer }) =>
      developersView({
        apps: viewer ? await listApps(app, viewer) : undefined,
        base: app.config.plazaUrl,
        hop: app.config.hopUrl,
        prices: pricesOf(app.config),
      }),
  }),
  member.get({
    path: '/developers/new',
    handle: ({ app }) => appFormView({ base: app.config.plazaUrl }),
  }),
  member.post({
    path: '/developers',
    verb: registerApp,
    body: Type.Object(Details),
    files: icon,
    handle: async ({ app, viewer, body, files }) => {
      const { id, secret } = await registerApp(app, viewer, body, files);
      return appSecretView({ app: await getApp(app, viewer, id), secret, base: app.config.plazaUrl });
    },
    again: ({ app, body }, problem) =>
      appFormView({ base: app.config.plazaUrl, state: refused({ icon: '', ...body }, problem) }),
  }),
  member.get({
    path: '/developers/:id',
    params: ById,
    handle: ({ app, viewer, params }) => editView(app, viewer, params.id),
  }),
  member.post({
    path: '/developers/:id',
    verb: updateApp,
    params: ById,
    body: Type.Object(Details),
    files: icon,
    handle: async ({ app, viewer, params, body, files }) => {
      await updateApp(app, viewer, params.id, body, files);
      return redirect(`/developers/${params.id}`, { kind: 'success', text: t('Saved') });
    },
    again: ({ app, viewer, params, body }, problem) =>
      editView(app, viewer, params.id, refused({ icon: '', ...body }, problem)),
  }),
  member.post({
    path: '/developers/:id/secret',
    verb: rotateAppSecret,
    params: ById,
    handle: async ({ app, viewer, params }) => {
      const secret = await rotateAppSecret(app, viewer, params.id);
      return appSecretView({ app: await getApp(app, viewer, params.id), secret, base: app.config.plazaUrl });
    },
  }),
  member.post({
    path: '/developers/:id/delete',
    verb: deleteApp,
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await deleteApp(app, viewer, params.id);
      return redirect(`/developers/${params.id}/deleted`);
    },
  }),
  member.get({
    path: '/developers/:id/deleted',
    params: ById,
    handle: async ({ app, viewer, params }) => {
      const stillThere = await listApps(app, viewer);
      if (stillThere.some(({ id }) => id === params.id))
        throw new Problem('missing', msg('Deletion canceled'));
      return deletedAppView(params.id);
    },
  }),
  member.post({
    path: '/developers/:id/restore',
    verb: restoreApp,
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await restoreApp(app, viewer, params.id);
      return redirect(`/developers/${params.id}`, { kind: 'success', text: t('App restored') });
    },
  }),
];

interface ConsentOptions {
  app: OAuthApp;
  icon: string | null;
  viewer: { name: string; username: string };
  /** The state parameter of the request, to be returned to the app. */
  state: string | undefined;
}

/** Asks the person for consent to share their profile with an app. */
function consentView({ app, icon, viewer, state }: ConsentOptions): View {
  const { origin } = new URL(app.redirectUrl);
  return {
    title: t('Sign in to {name}', { name: app.name }),
    shape: 'plain',
    style: 'settings',
    // Browsers follow the redirect of a form only if `form-action` allows its target.
    policy: { sources: { 'form-action': [origin] } },
    body: html`<div class="consent">
      ${icon && html`<img class="consent-icon" src="${icon}" alt="" width="64" height="64" />`}
      <h1>Sign in to ${app.name}?</h1>
      <p>
        <b>${app.name}</b> of <b>${app.domain}</b> wants to know who you are. You are signed in as
        ${viewer.name} (@${viewer.username}).
      </p>
      ${app.description !== '' && html`<p class="quiet">${app.description}</p>`}
      <p>It can read the following until you revoke access in your settings:</p>
      <ul>
        <li>your name, username and pictures</li>
        <li>your email address, date of birth and gender</li>
        <li>your profile details</li>
      </ul>
      <p>It cannot post, read your messages or change anything.</p>
      <form class="form" action="/api/oauth" method="post" data-turbo="false">
        <input type="hidden" name="app_id" value="${app.authId}" />
        <input type="hidden" name="redirect_url" value="${app.redirectUrl}" />
        ${state !== undefined && html`<input type="hidden" name="state" value="${state}" />`}
        <div class="form-actions">
          ${button({ label: t('Continue to {name}', { name: app.name }), kind: 'primary', name: 'answer', value: 'allow' })}
          ${button({ label: t('Cancel'), kind: 'plain', name: 'answer', value: 'deny' })}
        </div>
      </form>
      <p class="quiet">You will be redirected to ${origin}.</p>
    </div>`,
  };
}
