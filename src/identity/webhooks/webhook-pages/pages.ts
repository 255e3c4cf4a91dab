import { t } from '../../../web/translation/translate.ts';
import { Type } from 'typebox';
import { Problem } from '../../../kernel/problem.ts';
import { completeUrl } from '../../../kernel/text.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import { type FormState, refused } from '../../../web/form.ts';
import type { View } from '../../../web/html.ts';
import { page, redirect } from '../../../platform/http/endpoint.ts';
import {
  addWebhook,
  consumeShownSecret,
  deleteWebhook,
  rotateWebhookSecret,
  updateWebhook,
} from '../webhooks.ts';
import { getDelivery, listDeliveries, pingWebhook, replayDelivery } from '../deliveries.ts';
import { webhookAudiences, getWebhook, listWebhooks, type WebhookService } from '../webhook.ts';
import { deliveryView, webhookView } from './webhook-view.ts';
import { webhooksView } from './views.ts';

const digits = Type.String({ pattern: '^[1-9]\\d{0,17}$' });
const Id = Type.Object({ id: digits });
const perPage = 25;
/** Checkboxes with the same name: none, one or several values. */
const boxes = Type.Optional(Type.Array(Type.String()));
const Form = Type.Object({ url: Type.String(), name: Type.Optional(Type.String()), events: boxes });
/** Whose events: `account`, `site`, or the id of an app. */
const About = Type.Optional(Type.String({ pattern: '^(?:account|site|[1-9]\\d{0,17})$' }));
const NewForm = Type.Object({ ...Form.properties, about: About });

/** The pages of an owner's webhooks: their events, secret and log. */
export const webhookPages = (service: WebhookService) => {
  const { path } = service;
  return [
    page({
      method: 'GET',
      path,
      access: 'member',
      query: Type.Object({ about: About }),
      handle: ({ app, viewer, query }) =>
        showList(app, service, viewer, { about: query.about, events: [...service.suggested] }),
    }),
    page({
      method: 'POST',
      path,
      verb: addWebhook,
      access: 'member',
      body: NewForm,
      handle: async ({ app, viewer, body: { about = 'account', ...body } }) => {
        const { id } = await addWebhook(app, service, viewer, {
          ...body,
          url: completeUrl(body.url),
          events: body.events ?? [],
          ...toAudience(about),
        });
        return redirect(`${path}/${id}`, { kind: 'success', text: t('Webhook created.') });
      },
      again: ({ app, viewer, body }, problem) =>
        showList(app, service, viewer, {
          about: typeof body.about === 'string' ? body.about : undefined,
          state: refused({ events: '', ...body }, problem),
          events: chosen(body.events),
        }),
    }),
    page({
      method: 'GET',
      path: `${path}/:id`,
      access: 'member',
      params: Id,
      query: Type.Object({ before: Type.Optional(digits) }),
      handle: ({ app, viewer, params, query }) =>
        showWebhook(app, service, viewer, params.id, { before: query.before }),
    }),
    page({
      method: 'POST',
      path: `${path}/:id`,
      verb: updateWebhook,
      access: 'member',
      params: Id,
      body: Form,
      handle: async ({ app, viewer, params, body }) => {
        await updateWebhook(app, service, viewer, params.id, {
          ...body,
          url: completeUrl(body.url),
          events: body.events ?? [],
        });
        return redirect(`${path}/${params.id}`, { kind: 'success', text: t('Saved.') });
      },
      again: ({ app, viewer, params, body }, problem) =>
        showWebhook(app, service, viewer, params.id, {
          state: refused({ events: '', ...body }, problem),
          events: chosen(body.events),
        }),
    }),
    page({
      method: 'POST',
      path: `${path}/:id/secret`,
      access: 'member',
      params: Id,
      handle: async ({ app, viewer, params }) => {
        const secret = await consumeShownSecret(app, service, viewer, params.id);
        if (secret === undefined) return redirect(`${path}/${params.id}`);
        return showWebhook(app, service, viewer, params.id, { secret });
      },
    }),
    page({
      method: 'POST',
      path: `${path}/:id/rotate`,
      verb: rotateWebhookSecret,
      access: 'member',
      params: Id,
      handle: async ({ app, viewer, params }) => {
        await rotateWebhookSecret(app, service, viewer, params.id);
        const text = t('Secret rotated. For one day, messages are also signed with the previous secret.');
        return redirect(`${path}/${params.id}`, { kind: 'success', text });
      },
    }),
    page({
      method: 'POST',
      path: `${path}/:id/switch`,
      verb: updateWebhook,
      access: 'member',
      params: Id,
      body: Type.Object({ to: Type.Enum(['on', 'off']) }),
      handle: async ({ app, viewer, params, body }) => {
        await updateWebhook(app, service, viewer, params.id, { isActive: body.to === 'on' });
        return redirect(`${path}/${params.id}`, {
          kind: 'success',
          text: body.to === 'on' ? t('Webhook enabled.') : t('Webhook disabled.'),
        });
      },
    }),
    page({
      method: 'POST',
      path: `${path}/:id/ping`,
      verb: pingWebhook,
      access: 'member',
      params: Id,
      handle: async ({ app, viewer, params }) => {
        const { isTaken, status, text, durationMs } = await pingWebhook(app, service, viewer, params.id);
        const said =
          status === null
            ? t('No response: {text}.', { text })
            : t('Responded with {status} in {took} ms.', { status, took: durationMs });
        return redirect(`${path}/${params.id}`, { kind: isTaken ? 'success' : 'error', text: said });
      },
    }),
    page({
      method: 'POST',
      path: `${path}/:id/delete`,
      verb: deleteWebhook,
      access: 'member',
      params: Id,
      handle: async ({ app, viewer, params }) => {
        await deleteWebhook(app, service, viewer, params.id);
        return redirect(path, { kind: 'success', text: t('Webhook deleted.') });
      },
    }),
    page({
      method: 'GET',
      path: `${path}/:id/deliveries/:delivery`,
      access: 'member',
      params: Type.Object({ id: digits, delivery: digits }),
      handle: async ({ app, viewer, params }) => {
        const webhook = await getWebhook(app, service, viewer, params.id);
        const delivery = await getDelivery(app, service, viewer, params.id, params.delivery);
        return deliveryView({ service, webhook, delivery, now: app.clock.now() });
      },
    }),
    page({
      method: 'POST',
      path: `${path}/:id/deliveries/:delivery/replay`,
      verb: replayDelivery,
      access: 'member',
      params: Type.Object({ id: digits, delivery: digits }),
      handle: async ({ app, viewer, params }) => {
        const to = `${path}/${params.id}`;
        try {
          await replayDelivery(app, service, viewer, params.id, params.delivery);
        } catch (error) {
          if (!(error instanceof Problem) || error.kind !== 'conflict') throw error;
          return redirect(to, { kind: 'error', text: t(error.text) });
        }
        return redirect(to, { kind: 'success', text: t('Delivery resent.') });
      },
    }),
  ];
};

/** Normalizes submitted checkboxes to a list, because a single one is not sent as a list. */
const chosen = (events: unknown): string[] => (events === undefined ? [] : [events].flat().map(String));

const toAudience = (about: string) =>
  /^\d/.test(about)
    ? { audience: 'app' as const, appId: about }
    : { audience: webhookAudiences.find((each) => each === about) };

async function showList(
  app: App,
  service: WebhookService,
  viewer: Viewer,
  shown: { about?: string | undefined; state?: FormState; events: string[] },
): Promise<View> {
  const { rows: webhooks } = await listWebhooks(app, service, viewer, { page: 1, perPage: 100 });
  const apps = (await service.audiences?.listApps(app, viewer)) ?? [];
  const about = toAudience(shown.about ?? 'account');
  return webhooksView({
    ...{ service, viewer, webhooks, apps, now: app.clock.now() },
    audience: about.audience ?? 'account',
    appId: 'appId' in about ? about.appId : undefined,
    state: shown.state ?? {},
    events: shown.events,
  });
}

async function showWebhook(
  app: App,
  service: WebhookService,
  viewer: Viewer,
  id: string,
  shown: { before?: string | undefined; secret?: string; state?: FormState; events?: string[] },
): Promise<View> {
  const webhook = await getWebhook(app, service, viewer, id);
  const found = await listDeliveries(app, service, viewer, id, { before: shown.before, max: perPage + 1 });
  const { name, url } = webhook;
  return webhookView({
    service,
    webhook,
    deliveries: found.slice(0, perPage),
    older: found.length > perPage ? found[perPage - 1]?.id : undefined,
    now: app.clock.now(),
    secret: shown.secret,
    state: shown.state ?? { values: { name, url } },
    events: shown.events ?? webhook.events,
  });
}
