import { noteColumns } from '../../../identity/operators/components.ts';
import type { AuditNote } from '../../../identity/operators/audit.ts';
import { t } from '../../../web/translation/translate.ts';
import { badge, card, notice, pageHeader, relativeTime } from '../../../web/components/surfaces.ts';
import { statistics } from '../../../web/components/charts/figures.ts';
import { type Choice, radioGroup } from '../../../web/components/fields/choice-field.ts';
import { textArea, textField } from '../../../web/components/fields/text-field.ts';
import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { bind, form, type FormState } from '../../../web/form.ts';
import { html, type Html, type View, shortNumber } from '../../../web/html.ts';
import { tableCard } from '../../owned/lists.ts';
import type { LinkReview } from '../reading.ts';
import { type LinkReport, reportCategories } from '../reports.ts';
import { warningOf } from '../rules.ts';
import { readableAddress, moderationBadge, watchedColumns } from './watched.ts';

interface LinkReviewPage extends LinkReview {
  hopUrl: string;
  now: Date;
  state: FormState;
}

/** All details of one link, with the form for a decision. */
export function linkReviewView(page: LinkReviewPage): View {
  const { link, hopUrl, now } = page;
  const address = readableAddress(hopUrl, link);
  return {
    title: address,
    section: 'safety',
    body: html`${pageHeader({
      title: address,
      above: breadcrumbs([{ label: t('Links'), href: '/operator/links' }, { label: address }]),
      lead: html`${moderationBadge(link)} created ${relativeTime(link.createdAt, now)} by @${link.owner}`,
    })}
    ${link.heldFor !== null && notice({ tone: 'warning', title: t('Visitors see a warning'), body: warningOf(link.heldFor).title })}
    ${card({
      title: t('Destination'),
      body: html`<p><code>${link.url || t('an internal page')}</code></p>
        ${link.title && html`<p>${link.title}</p>`}`,
    })}
    ${statistics(figures(page))} ${decisionForm(page)} ${reportList(page.reports, now)} ${neighbours(page)}
    ${history(page.notes, now)}`,
  };
}

const figures = ({ link, owner, others, reports }: LinkReviewPage) => [
  { label: t('Clicks'), value: shortNumber(link.clicks) },
  { label: t('Reports'), value: shortNumber(reports.length) },
  {
    label: t('Other links to its domain'),
    value: others.count >= 1000 ? t('1,000 or more') : shortNumber(others.count),
  },
  {
    label: t('Links of this owner'),
    value: owner.links >= 1000 ? t('1,000 or more') : shortNumber(owner.links),
  },
];

function reportList(reports: readonly LinkReport[], now: Date): Html | false {
  return tableCard(t('Reports'), {
    caption: t('Reports about this link'),
    rows: reports,
    columns: [
      {
        label: t('Reason'),
        main: true,
        cell: ({ category, decidedAt }) =>
          html`${reportCategories()[category]} ${decidedAt !== null && badge(t('Resolved'))}`,
      },
      { label: t('Comment'), cell: ({ reason }) => reason || '–' },
      { label: t('Contact'), cell: ({ contact }) => contact || '–' },
      { label: t('When'), cell: ({ createdAt }) => relativeTime(createdAt, now) },
    ],
  });
}

function neighbours({ others, hopUrl, now, domain }: LinkReviewPage): Html | false {
  return tableCard(t('Other links to {domain}', { domain }), {
    caption: t('Other links to {domain}', { domain }),
    rows: others.links,
    columns: watchedColumns(hopUrl, now),
  });
}

function history(notes: readonly AuditNote[], now: Date): Html | false {
  return tableCard(t('History'), {
    caption: t('Operator actions on this link'),
    rows: notes,
    columns: noteColumns(now),
  });
}

/** The decisions that an operator can make about a link in its current state. */
function decisionForm(page: LinkReview & { state: FormState }): Html {
  const { link, domain, state } = page;
  const field = bind(state);
  const choices = choicesFor(page);
  return card({
    title: t('Decision'),
    lead: t('This resolves open reports. Owners are notified.'),
    body: form({
      action: `/operator/links/${link.id}`,
      state,
      submit: t('Apply decision'),
      busyLabel: t('Applying'),
      body: html`${radioGroup({ ...field('decision'), label: t('Decision'), choices })}
      ${
        domain !== '' &&
        textField({
          ...field('domain'),
          label: t('Domain, if the decision is about a domain'),
          required: false,
          hint: t('{domain}, or a parent domain.', { domain }),
          value: state.values?.domain ?? domain,
          autocomplete: 'off',
          mono: true,
        })
      }
      ${textArea({
        ...field('reason'),
        label: t('Message to the owner'),
        required: false,
        rows: 2,
        maxlength: 500,
      })}`,
    }),
  });
}

function choicesFor({ link, owner, domain }: LinkReview): Choice[] {
  const isFree = link.suspendedAt === null;
  const choices: (Choice | false)[] = [
    {
      value: 'approve',
      label: isFree && link.heldAt === null ? t('Cancel') : t('Release'),
      hint: isFree ? t('It works without a warning.') : t('It works again.'),
    },
    isFree && {
      value: 'suspend',
      label: t('Suspend link'),
      hint: t('Visitors see that it was removed.'),
    },
    domain !== '' && { value: 'suspend-domain', label: t('Suspend all links to the domain') },
    domain !== '' && {
      value: 'block-domain',
      label: t('Block the domain'),
      hint: t('All links to it are suspended, and new ones are rejected.'),
    },
    owner.suspendedAt === null
      ? {
          value: 'suspend-owner',
          label: t('Suspend @{owner}', { owner: link.owner }),
          hint: t('The owner cannot sign in, and their links stop working.'),
        }
      : {
          value: 'reinstate-owner',
          label: t('Reinstate @{owner}', { owner: link.owner }),
          hint: t('Also restores the links that were suspended with the account.'),
        },
  ];
  return choices.filter((choice) => choice !== false);
}
