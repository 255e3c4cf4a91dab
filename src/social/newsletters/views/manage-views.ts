import type { CursorPage } from '../../../platform/database/queries.ts';
import { linkButton } from '../../../web/components/controls.ts';
import { card, pageHeader, table, unfold, day } from '../../../web/components/surfaces.ts';
import { radioGroup, switchField } from '../../../web/components/fields/choice-field.ts';
import { searchRow } from '../../../web/components/fields/search-row.ts';
import { textArea, textField } from '../../../web/components/fields/text-field.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { bind, buttonForm, form, type FormState } from '../../../web/form.ts';
import { html, type Html, type View } from '../../../web/html.ts';
import { t } from '../../../web/translation/translate.ts';
import { pathOf } from '../../posts/paths.ts';
import type { Post } from '../../posts/post.ts';
import type { Issue, IssueNumbers } from '../archive.ts';
import { type Host, type Newsletter, pathOfNewsletter } from '../newsletter.ts';
import { longestNewsletterAbout, longestNewsletterTitle } from '../newsletters.ts';
import type { Subscriber } from '../subscribers.ts';
import { shareCard, titleOfIssue } from './reader-views.ts';

/** The form of a new newsletter. */
export const formView = (host: Host, state: FormState): View => ({
  title: t('New newsletter'),
  body: html`${pageHeader({
    above: html`<p><a dir="auto" href="${host.href}">${host.name}</a></p>`,
    title: t('New newsletter'),
    lead: t('Send posts and articles by email to people who subscribe, also without an account.'),
  })}
  ${card({ body: newsletterForm(host, { ...state, values: { open: 'on', ...state.values } }, { label: t('Cancel'), href: host.href }) })}`,
});

function newsletterForm(host: Host, state: FormState, cancel?: { label: string; href: string }): Html {
  const bound = bind(state);
  return form({
    action: '/newsletters/new',
    submit: t('Save'),
    ...(cancel && { cancel }),
    state,
    body: html`${host.kind !== 'user' && html`<input type="hidden" name="${host.kind}" value="${host.id}" />`}
    ${textField({ ...bound('title'), label: t('Title'), maxlength: longestNewsletterTitle })}
    ${textArea({
      ...bound('about'),
      label: t('About'),
      hint: t('What readers can expect, and how often.'),
      maxlength: longestNewsletterAbout,
      required: false,
    })}
    ${switchField({
      name: 'open',
      label: t('Takes new subscribers'),
      checked: state.values?.open !== undefined,
      required: false,
    })}`,
  });
}

/** What those who manage a newsletter see. */
export function manageNewsletterView(
  newsletter: Newsletter,
  { items, next, total }: CursorPage<Subscriber> & { total: number },
  issues: readonly Issue[],
  { q = '', after, base }: { q?: string | undefined; after?: string | undefined; base: string },
): View {
  const { title, about, isOpen, host } = newsletter;
  const here = `${pathOfNewsletter(newsletter)}/manage`;
  const isEmpty = items.length === 0 && q === '' && after === undefined;
  const pathTo = (query: Record<string, string>) => `${here}?${new URLSearchParams(query)}`;
  return {
    title: t('Manage newsletter'),
    body: html`${pageHeader({
      above: html`<p><a dir="auto" href="${pathOfNewsletter(newsletter)}">${title}</a></p>`,
      title: t('Manage newsletter'),
      lead: t('To send a post or article, open its menu.'),
    })}
    ${isOpen && shareCard(newsletter, base)}
    ${issues.length > 0 && card({ title: t('Issues'), flush: true, body: issueTable(issues) })}
    ${card({
      title: t('{count, plural, one {# subscriber} other {# subscribers}}', { count: total }),
      lead: t('Addresses are not imported: each confirms that it wants the newsletter.'),
      body: html`${
        !isEmpty &&
        searchRow({
          action: here,
          label: t('Search subscribers'),
          q: q === '' ? undefined : q,
          maxlength: 200,
        })
      }
      ${
        items.length > 0
          ? subscriberTable(newsletter, items)
          : html`<p>${isEmpty ? t('No subscribers yet') : t('No subscribers found')}</p>`
      }
      ${olderNewer({
        newer: after !== undefined && pathTo({ q }),
        older: next !== undefined && pathTo({ q, after: next }),
        labels: [t('First page'), t('Next page')],
      })}`,
    })}
    ${card({
      title: t('Settings'),
      body: newsletterForm(host, { values: { title, about, ...(isOpen && { open: 'on' }) } }),
    })}
    ${unfold({
      label: t('Delete newsletter'),
      isOpen: false,
      body: card({
        title: t('Delete newsletter'),
        danger: true,
        lead: t('Deletes the newsletter with its subscribers. The posts stay.'),
        body: buttonForm({
          to: `${pathOfNewsletter(newsletter)}/delete`,
          label: t('Delete newsletter'),
          kind: 'danger',
          icon: 'trash-2',
          confirm: t('Delete {title} with its subscribers?', { title }),
        }),
      }),
    })}`,
  };
}

const subscriberTable = ({ id }: Newsletter, rows: readonly Subscriber[]): Html =>
  table({
    caption: t('Subscribers'),
    rows,
    columns: [
      {
        label: t('Subscriber'),
        main: true,
        cell: ({ username, name, email }) =>
          username === null
            ? email
            : html`<a class="link" dir="auto" href="/@${username}">${name}</a> @${username}`,
      },
      { label: t('Since'), cell: ({ since }) => day(since) },
      {
        label: t('Remove'),
        hideLabel: true,
        cell: ({ id: subscriber, username, email }) =>
          buttonForm({
            to: `/newsletters/${id}/subscribers/remove`,
            fields: { subscriber },
            label: t('Remove'),
            small: true,
            confirm: t('Remove {name} from the subscribers?', { name: username ?? email ?? '' }),
            data: { 'aria-label': t('Remove: {name}', { name: username ?? email ?? '' }) },
          }),
      },
    ],
  });

function issueTable(issues: readonly Issue[]): Html {
  const count = ({ numbers }: Issue, key: keyof IssueNumbers) => numbers?.[key] ?? 0;
  /** What did not happen to any issue has no column. */
  const number = (label: string, key: keyof IssueNumbers) =>
    key === 'sent' || issues.some((issue) => count(issue, key) > 0)
      ? [{ label, align: 'end' as const, cell: (issue: Issue) => count(issue, key) }]
      : [];
  const ofTracked = (label: string, key: 'opened' | 'clicked') =>
    issues.some((issue) => count(issue, 'tracked') > 0)
      ? [
          {
            label,
            align: 'end' as const,
            cell: (issue: Issue) =>
              t('{count} of {total} who allow it', {
                count: count(issue, key),
                total: count(issue, 'tracked'),
              }),
          },
        ]
      : [];
  return table({
    caption: t('Issues'),
    rows: issues,
    columns: [
      {
        label: t('Issue'),
        main: true,
        cell: (issue) =>
          html`<a class="link" dir="auto" href="${pathOf(issue.post)}">${titleOfIssue(issue)}</a>`,
      },
      { label: t('Date'), cell: ({ sentAt }) => day(sentAt) },
      ...number(t('Queued'), 'queued'),
      ...number(t('Sent'), 'sent'),
      ...number(t('Bounced'), 'bounced'),
      ...number(t('Failed'), 'failed'),
      ...number(t('Suppressed'), 'suppressed'),
      ...number(t('Skipped'), 'skipped'),
      ...number(t('Unsubscribed'), 'unsubscribed'),
      ...ofTracked(t('Opened'), 'opened'),
      ...ofTracked(t('Clicked'), 'clicked'),
    ],
  });
}

/** Whom a post goes to, and a preview to oneself. */
export function sendView(
  newsletter: Newsletter,
  post: Post,
  plans: readonly { id: string; title: string }[],
  state: FormState,
): View {
  const here = pathOfNewsletter(newsletter);
  const title = titleOfIssue({ post });
  return {
    title: t('Send as newsletter'),
    body: html`${pageHeader({
      above: html`<p><a dir="auto" href="${here}">${newsletter.title}</a></p>`,
      title: t('Send as newsletter'),
      lead: html`<span dir="auto">${title}</span>`,
    })}
    ${card({
      title: t('Preview'),
      lead: t('Sends the email to yourself alone.'),
      body: buttonForm({
        to: `${here}/preview`,
        fields: { post: post.id },
        label: t('Send a preview to me'),
        icon: 'mail',
      }),
    })}
    ${card({
      title: t('Audience'),
      body: form({
        action: `${here}/send`,
        submit: t('Send newsletter'),
        confirm: t('Send {title} by email? This cannot be undone.', { title }),
        confirmKind: 'primary',
        state,
        body: html`<input type="hidden" name="post" value="${post.id}" /> ${radioGroup({
            name: 'audience',
            label: t('Who gets it'),
            value: state.values?.audience ?? 'everyone',
            hint: t('Everybody gets only what they may read. Of a paid post, others get the teaser.'),
            choices: [
              { value: 'everyone', label: t('All subscribers') },
              ...(plans.length > 0 ? [{ value: 'members', label: t('Subscribers with any paid plan') }] : []),
              ...plans.map((plan) => ({ value: `plan-${plan.id}`, label: plan.title })),
            ],
          })}`,
      }),
    })}
    ${linkButton({ label: t('Back to the post'), href: pathOf(post) })}`,
  };
}
