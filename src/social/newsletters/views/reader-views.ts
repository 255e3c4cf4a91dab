import { settings } from '../../../identity/components/settings-frame.ts';
import type { CursorPage } from '../../../platform/database/queries.ts';
import type { Viewer } from '../../../platform/app.ts';
import { linkButton, copyField } from '../../../web/components/controls.ts';
import { card, pageHeader, table, day } from '../../../web/components/surfaces.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { stack } from '../../../web/components/people.ts';
import { bind, buttonForm, form, type FormState } from '../../../web/form.ts';
import { html, type Html, type View } from '../../../web/html.ts';
import { t } from '../../../web/translation/translate.ts';
import { pathOf } from '../../posts/paths.ts';
import { excerptOf } from '../../posts/texts.ts';
import type { Issue } from '../archive.ts';
import { type Newsletter, pathOfNewsletter } from '../newsletter.ts';
import type { ListedNewsletter } from '../newsletters.ts';
import { trackingField } from './mail-views.ts';

interface Context {
  viewer: Viewer | undefined;
  base: string;
  after?: string | undefined;
  state?: FormState | undefined;
}

const longestLine = 120;

export const titleOfIssue = ({ post }: Pick<Issue, 'post'>): string =>
  post.title || post.warning || excerptOf(post, longestLine) || t('Untitled');

/** A newsletter with its past issues, and the way to subscribe. */
export function newsletterView(
  newsletter: Newsletter,
  { items, next }: CursorPage<Issue>,
  { viewer, base, after, state = {} }: Context,
): View {
  const { title, about, host } = newsletter;
  const here = pathOfNewsletter(newsletter);
  return {
    title,
    description: about === '' ? t('Newsletter of {name}', { name: host.name }) : about,
    canonical: `${base}${here}`,
    body: html`${pageHeader({
      above: html`<p><a dir="auto" href="${host.href}">${host.name}</a></p>`,
      title,
      ...(about !== '' && { lead: html`<span dir="auto">${about}</span>` }),
      actions:
        host.mayManage &&
        linkButton({ label: t('Manage newsletter'), href: `${here}/manage`, icon: 'settings' }),
    })}
    ${
      host.mayManage && newsletter.isOpen && !newsletter.isSubscribed
        ? shareCard(newsletter, base)
        : subscription(newsletter, viewer, state)
    }
    ${
      items.length > 0 &&
      card({ title: t('Past issues'), flush: true, body: stack(items.map(issueRow), t('Past issues')) })
    }
    ${olderNewer({
      newer: after !== undefined && here,
      older: next !== undefined && `${here}?after=${next}`,
      labels: [t('First page'), t('Older issues')],
    })}`,
  };
}

/** For those who manage it, in place of the button to subscribe. */
export const shareCard = (newsletter: Newsletter, base: string): Html =>
  card({
    title: t('Invite readers'),
    lead: t('Share this address. Who opens it can subscribe.'),
    body: copyField({
      label: t('Address of the newsletter'),
      text: `${base}${pathOfNewsletter(newsletter)}`,
    }),
  });

const issueRow = (issue: Issue): Html =>
  html`<div class="row">
    <div class="row-text">
      <a class="row-title" dir="auto" href="${pathOf(issue.post)}">${titleOfIssue(issue)}</a>
      <p class="muted">${day(issue.sentAt)}</p>
    </div>
  </div>`;

function subscription(
  { id, title, isOpen, isSubscribed, allowsTracking, host }: Newsletter,
  viewer: Viewer | undefined,
  state: FormState,
) {
  if (viewer && isSubscribed)
    return card({
      title: t('You get this newsletter'),
      lead: t('It is sent to the email address of your account.'),
      body: html`${form({
        action: `/newsletters/${id}/tracking`,
        submit: t('Save'),
        submitKind: 'quiet',
        body: trackingField(title, allowsTracking),
      })}
      ${buttonForm({ to: `/newsletters/${id}/unsubscribe`, label: t('Unsubscribe') })}`,
    });
  if (!isOpen)
    return card({
      title: t('Subscribe'),
      body: html`<p>${t('This newsletter takes no new subscribers')}</p>`,
    });
  if (viewer)
    return card({
      title: t('Subscribe'),
      lead: t('New issues are sent to the email address of your account, which {name} does not see.', {
        name: host.name,
      }),
      body: form({
        action: `/newsletters/${id}/subscribe`,
        submit: t('Subscribe'),
        body: trackingField(title),
      }),
    });
  if (!host.isPublic) return false;
  return card({
    title: t('Subscribe'),
    lead: t('New issues by email. {name} sees your address. You can unsubscribe with one click.', {
      name: host.name,
    }),
    body: form({
      action: `/newsletters/${id}/address`,
      submit: t('Subscribe'),
      state,
      body: textField({
        ...bind(state)('email'),
        label: t('Email'),
        type: 'email',
        autocomplete: 'email',
        maxlength: 254,
      }),
    }),
  });
}

const here = '/settings/newsletters';

/** The newsletters that the viewer gets, and those that they manage. */
export const subscriptionsView = (
  subscriptions: readonly (ListedNewsletter & { since: Date })[],
  own: readonly ListedNewsletter[],
): View =>
  settings(
    t('Newsletters'),
    here,
    html`${card({
      title: t('Newsletters you get'),
      lead: t('They are sent to the email address of your account.'),
      flush: subscriptions.length > 0,
      body:
        subscriptions.length === 0
          ? html`<p>${t('You are not subscribed to any newsletter.')}</p>`
          : table({
              caption: t('Newsletters you get'),
              rows: subscriptions,
              columns: [
                { label: t('Newsletter'), main: true, cell: nameOf },
                { label: t('Since'), cell: ({ since }) => day(since) },
                {
                  label: t('Unsubscribe'),
                  hideLabel: true,
                  cell: ({ id, title }) =>
                    buttonForm({
                      to: `/newsletters/${id}/unsubscribe`,
                      fields: { back: 'settings' },
                      label: t('Unsubscribe'),
                      small: true,
                      data: { 'aria-label': t('Unsubscribe: {title}', { title }) },
                    }),
                },
              ],
            }),
    })}
    ${card({
      title: t('Your newsletters'),
      lead: t('Send posts and articles by email to people who subscribe, also without an account.'),
      body: html`${
        own.length > 0 &&
        html`<ul>
          ${own.map((each) => html`<li><a class="link" dir="auto" href="${pathOfNewsletter(each)}">${each.title}</a></li>`)}
        </ul>`
      }
      ${linkButton({ label: t('Set up your newsletter'), href: '/newsletters/new', icon: 'mail' })}`,
    })}`,
  );

const nameOf = (each: ListedNewsletter): Html =>
  html`<a class="link" dir="auto" href="${pathOfNewsletter(each)}">${each.title}</a>`;
