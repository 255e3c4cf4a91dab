import { t } from '../../../web/translation/translate.ts';
import {
  badge,
  card,
  emptyState,
  pageHeader,
  table,
  relativeTime,
} from '../../../web/components/surfaces.ts';
import { checkboxGroup } from '../../../web/components/fields/choice-field.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { tabs } from '../../../web/components/navigation/tabs.ts';
import { bind, form, type FormState } from '../../../web/form.ts';
import { html, type Html, type View } from '../../../web/html.ts';
import { type Audience, eventsOf, type Webhook, type WebhookService } from '../webhook.ts';
import { may, type Viewer } from '../../../platform/app.ts';

interface WebhooksPage {
  service: WebhookService;
  viewer: Viewer;
  webhooks: readonly Webhook[];
  apps: readonly { id: string; name: string }[];
  now: Date;
  /** Whose events the form is for. */
  audience: Audience;
  appId: string | undefined;
  /** State of the form. */
  state: FormState;
  events: readonly string[];
}

/** The entry of the navigation that is current. */
export const webhookSection = ({ audiences }: WebhookService) => (audiences ? 'developers' : 'webhooks');

export function webhooksView(page: WebhooksPage): View {
  const { service, audience, appId } = page;
  return {
    title: t('Webhooks'),
    section: webhookSection(service),
    body: html`${pageHeader({
      title: t('Webhooks'),
      above: service.audiences && breadcrumbs([{ label: t('Developers'), href: '/developers' }]),
      lead: t('Send events to your own systems in real time.'),
    })}
    ${card({ flush: true, body: list(page) })}
    ${card({
      title: t('Add a webhook'),
      lead: t(
        'Each event is a signed POST with a JSON body, retried for about a day until it gets a 2xx response.',
      ),
      body: html`${service.audiences && (page.apps.length > 0 || may(page.viewer, 'operate')) && audienceTabs(page)}
      ${form({
        action: service.path,
        state: page.state,
        submit: t('Add webhook'),
        busyLabel: t('Adding'),
        body: html`${
          service.audiences && html`<input type="hidden" name="about" value="${appId ?? audience}" />`
        }
        ${webhookFields(service, audience, page.state, page.events)}`,
      })}`,
    })}`,
  };
}

/** Whose events a new webhook is told. Each app has its own. */
function audienceTabs({ service, viewer, apps, audience, appId }: WebhooksPage): Html {
  const to = (about: string) => `${service.path}?about=${about}`;
  return tabs(t('Events of'), [
    { label: t('You'), href: to('account'), current: audience === 'account' },
    ...apps.map(({ id, name }) => ({
      label: t('People of {name}', { name }),
      href: to(id),
      current: id === appId,
    })),
    ...(may(viewer, 'operate')
      ? [{ label: t('Everyone'), href: to('site'), current: audience === 'site' }]
      : []),
  ]);
}

function list({ service, webhooks, apps, now }: WebhooksPage): Html {
  const about = ({ audience, appId }: Webhook) =>
    audience === 'app'
      ? (apps.find(({ id }) => id === appId)?.name ?? t('A deleted app'))
      : audience === 'site'
        ? t('Everyone')
        : t('You');
  return table({
    caption: t('Your webhooks'),
    rows: webhooks,
    rowId: ({ id }) => `webhook-${id}`,
    columns: [
      {
        label: t('Name'),
        main: true,
        cell: ({ id, name }) => html`<a href="${service.path}/${id}">${name}</a>`,
      },
      ...(service.audiences ? [{ label: t('Events of'), cell: about }] : []),
      { label: t('Status'), cell: webhookState },
      {
        label: t('Events'),
        cell: ({ events }) => html`<span>${events.map((event) => html`<code>${event}</code> `)}</span>`,
      },
      {
        label: t('Last delivery'),
        cell: ({ deliveredAt }) => (deliveredAt ? relativeTime(deliveredAt, now) : t('Never')),
      },
    ],
    empty: emptyState({
      illustration: 'quiet',
      title: t('No webhooks yet'),
      text: t('Add an endpoint below, such as https://example.com/webhooks, to receive events.'),
    }),
  });
}

/** The form fields of a webhook. */
export function webhookFields(
  service: WebhookService,
  audience: Audience,
  state: FormState,
  events: readonly string[],
): Html {
  const field = bind(state);
  const meanings = service.events();
  return html`${textField({
    ...field('url'),
    label: t('URL'),
    type: 'url',
    placeholder: 'https://example.com/webhooks',
    autocomplete: 'off',
  })}
  ${textField({
    ...field('name'),
    label: t('Name'),
    hint: t('Defaults to the host of the URL.'),
    required: false,
    maxlength: 100,
    autocomplete: 'off',
  })}
  ${checkboxGroup({
    name: 'events',
    error: state.errors?.events,
    label: t('Events'),
    values: events,
    choices: eventsOf(service, audience).map((value) => ({
      value,
      label: meanings[value] ?? value,
      hint: html`<code>${value}</code>`,
    })),
  })}`;
}

export function webhookState({ disabledAt, failingSince, deliveredAt }: Webhook): Html {
  if (disabledAt) return badge(t('Off'), 'neutral');
  if (failingSince) return badge(t('Failing'), 'danger');
  return deliveredAt ? badge(t('On'), 'success') : badge(t('Enabled, no deliveries yet'), 'accent');
}
