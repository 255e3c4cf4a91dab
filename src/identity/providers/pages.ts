import { Type, type Static } from 'typebox';
import { ById } from '../../kernel/input.ts';
import { t } from '../../web/translation/translate.ts';
import type { App } from '../../platform/app.ts';
import { pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { type FormState, refused } from '../../web/form.ts';
import {
  addProvider,
  arePasswordsOff,
  changeScimToken,
  countLinkedPeople,
  getProvider,
  listProviders,
  newcomerRules,
  removeProvider,
  updateProvider,
} from './providers.ts';
import type { GivenProvider, Provider } from './providers.ts';
import { otherProvider, presets } from './presets.ts';
import { signedParts } from './saml-settings.ts';
import { newProviderView, providersView, providerView, scimTokenView } from './views.ts';

const operator = pagesFor('operator');
const path = '/operator/sign-in';
const text = (maxLength: number) => Type.String({ maxLength, default: '' });
const Switch = Type.Optional(Type.Literal('on'));

const Fields = Type.Object({
  slug: text(40),
  kind: Type.Enum(['oidc', 'github', 'saml'], { default: 'oidc' }),
  label: text(100),
  issuer: text(500),
  client_id: text(500),
  secret: text(2000),
  email_domains: text(5000),
  trusts_email: Switch,
  newcomers: Type.Enum([...newcomerRules], { default: 'registration' }),
  groups_claim: text(100),
  group_roles: text(10_000),
  enabled: Switch,
  metadata: text(200_000),
  sign_in_url: text(2000),
  sign_out_url: text(2000),
  certificates: text(40_000),
  signed: Type.Enum([...signedParts], { default: 'both' }),
  signs_requests: Switch,
  must_encrypt: Switch,
});

const parse = (body: Static<typeof Fields>): GivenProvider => {
  const {
    metadata,
    sign_in_url,
    sign_out_url,
    certificates,
    signed,
    signs_requests,
    must_encrypt,
    ...others
  } = body;
  return {
    ...others,
    trusts_email: body.trusts_email !== undefined,
    enabled: body.enabled !== undefined,
    saml: {
      ...{ metadata, sign_in_url, sign_out_url, certificates, signed },
      signs_requests: signs_requests !== undefined,
      must_encrypt: must_encrypt !== undefined,
    },
  };
};

/** What the form shows of a provider: never its secret. */
const valuesOf = (provider: Provider) => ({
  slug: provider.slug,
  kind: provider.kind,
  label: provider.label,
  issuer: provider.issuer,
  client_id: provider.clientId,
  email_domains: provider.emailDomains.join('\n'),
  ...(provider.trustsEmail && { trusts_email: 'on' }),
  newcomers: provider.newcomers,
  groups_claim: provider.groupsClaim,
  group_roles: provider.groupRoles.map(({ group, role }) => `${group} = ${role}`).join('\n'),
  ...(provider.isEnabled && { enabled: 'on' }),
  ...(provider.saml && {
    sign_in_url: provider.saml.signInUrl,
    sign_out_url: provider.saml.signOutUrl ?? '',
    certificates: provider.saml.certificates.join('\n'),
    signed: provider.saml.signed,
    ...(provider.saml.signsRequests && { signs_requests: 'on' }),
    ...(provider.saml.mustEncrypt && { must_encrypt: 'on' }),
  }),
});

const showNew = (slug: string | undefined, state?: FormState) => {
  return newProviderView(presets.find((each) => each.slug === slug) ?? otherProvider, state);
};

async function show(app: App, id: string, state?: FormState) {
  const provider = await getProvider(app, id);
  return providerView(provider, app.config, state ?? { values: valuesOf(provider) });
}

/** Operator pages for the providers that people sign in with. */
export const providerPages = [
  operator.get({
    path,
    handle: async ({ app }) =>
      providersView(
        await listProviders(app),
        await countLinkedPeople(app),
        app.config.OIDC_ONLY ? { areOff: await arePasswordsOff(app) } : undefined,
      ),
  }),
  operator.get({
    path: `${path}/new`,
    query: Type.Object({ preset: Type.Optional(Type.String({ maxLength: 40 })) }),
    handle: ({ query }) => showNew(query.preset),
  }),
  operator.post({
    path: `${path}/new`,
    verb: addProvider,
    body: Fields,
    handle: async ({ app, viewer, body }) => {
      const id = await addProvider(app, viewer, parse(body));
      return redirect(`${path}/${id}`, { kind: 'success', text: t('Provider added') });
    },
    again: ({ body }, problem) => showNew(String(body.slug), refused({ ...body, secret: '' }, problem)),
  }),
  operator.get({
    path: `${path}/:id`,
    params: ById,
    handle: ({ app, params }) => show(app, params.id),
  }),
  operator.post({
    path: `${path}/:id`,
    verb: updateProvider,
    params: ById,
    body: Fields,
    handle: async ({ app, viewer, params, body }) => {
      await updateProvider(app, viewer, params.id, parse(body));
      return redirect(`${path}/${params.id}`, { kind: 'success', text: t('Saved') });
    },
    again: ({ app, params, body }, problem) =>
      show(app, params.id, refused({ ...body, secret: '' }, problem)),
  }),
  operator.post({
    path: `${path}/:id/provisioning`,
    verb: changeScimToken,
    params: ById,
    body: Type.Object({ on: Type.Enum(['yes', 'no']) }),
    handle: async ({ app, viewer, params, body }) => {
      const token = await changeScimToken(app, viewer, params.id, body.on === 'yes');
      if (body.on === 'no')
        return redirect(`${path}/${params.id}`, { kind: 'success', text: t('Provisioning is off') });
      return scimTokenView(await getProvider(app, params.id), token, app.config.plazaUrl);
    },
  }),
  operator.post({
    path: `${path}/:id/remove`,
    verb: removeProvider,
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await removeProvider(app, viewer, params.id);
      return redirect(path, { kind: 'success', text: t('Provider removed') });
    },
  }),
];
