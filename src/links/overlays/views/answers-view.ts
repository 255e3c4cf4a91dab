import { t } from '../../../kernel/translation/translate.ts';
import { barList } from '../../../web/components/charts/bar-list.ts';
import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { iconButton, linkButton } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { menu, menuButton } from '../../../web/components/navigation/menu.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { table, type Column } from '../../../web/components/table.ts';
import { relativeTime } from '../../../web/components/time.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { StoredAnswer, Votes } from '../answer.ts';
import { hasPart, type Overlay } from '../overlay.ts';

interface AnswersPage {
  overlay: Overlay;
  answers: readonly StoredAnswer[];
  votes: readonly Votes[];
  /** Whether this is the first page. */
  isFirst: boolean;
  /** Id of the last response shown, if there are older ones. */
  olderThan: string | undefined;
  now: Date;
}

const path = '/dashboard/overlays';

/** The responses to an overlay. */
export function answersView(page: AnswersPage): View {
  const { overlay, answers, votes, isFirst, olderThan } = page;
  const address = `${path}/${overlay.id}`;
  const isEmpty = answers.length === 0 && isFirst;
  return {
    title: t('Responses to {name}', { name: overlay.name }),
    section: 'overlays',
    body: html`${pageHeader({
      title: t('Responses'),
      above: breadcrumbs([
        { label: t('Overlays'), href: path },
        { label: overlay.name, href: `${address}/edit` },
        { label: t('Responses') },
      ]),
      lead: cachedFor(overlay),
      actions: !isEmpty && actions(address),
    })}
    ${overlay.kind === 'poll' && card({ title: t('Results'), body: results(overlay, votes) })}
    ${card({ flush: true, body: list(page, address) })}
    ${olderNewer({
      newer: !isFirst && `${address}/answers`,
      older: olderThan !== undefined && `${address}/answers?before=${olderThan}`,
    })}`,
  };
}

const cachedFor = ({ content: { retentionDays } }: Overlay): string =>
  retentionDays === 0
    ? t('Stored until you delete them.')
    : t('Deleted automatically after {retentionDays, plural, one {# day} other {# days}}.', {
        retentionDays,
      });

const actions = (address: string): Html =>
  html`${linkButton({ label: t('CSV'), href: `${address}/answers.csv`, icon: 'download', data: { 'data-turbo': 'false' } })}
  ${menu({
    label: t('More actions'),
    items: menuButton({
      label: t('Delete all responses'),
      to: `${address}/answers/delete`,
      icon: 'trash-2',
      danger: true,
      confirm: t('Delete all responses and votes permanently?'),
    }),
  })}`;

const results = ({ content }: Overlay, votes: readonly Votes[]): Html =>
  barList({
    title: content.title,
    unit: 'votes',
    entries: votes.map(({ choice, votes }) => ({ label: choice, value: votes })),
  });

function list({ overlay, answers, now }: AnswersPage, address: string): Html {
  return table({
    caption: t('Responses, newest first'),
    rows: answers,
    rowId: ({ id }) => `answer-${id}`,
    columns: [
      ...contentColumns(overlay),
      { label: t('Link'), cell: ({ alias }) => alias ?? t('Deleted') },
      { label: t('Sent'), cell: ({ createdAt }) => relativeTime(createdAt, now) },
      {
        label: t('Delete'),
        hideLabel: true,
        align: 'end',
        cell: ({ id }) =>
          html`<form
            class="button-form"
            action="${address}/answers/${id}/delete"
            method="post"
            data-turbo-confirm="Delete this response permanently?"
          >
            ${iconButton({ icon: 'trash-2', label: t('Delete this response') })}
          </form>`,
      },
    ],
    empty: emptyState({
      illustration: 'quiet',
      title: t('No responses yet'),
      text: t('Responses from visitors will appear here.'),
    }),
  });
}

function contentColumns({ kind }: Overlay): Column<StoredAnswer>[] {
  if (kind === 'poll') return [{ label: t('Choice'), main: true, cell: ({ content }) => content.choice }];
  const email: Column<StoredAnswer> = {
    label: t('Email'),
    main: kind === 'newsletter',
    cell: ({ content }) => html`<a class="link" href="mailto:${content.email}">${content.email}</a>`,
  };
  if (!hasPart(kind, 'mails')) return [email];
  return [
    {
      label: t('Message'),
      main: true,
      cell: ({ content }) =>
        html`<div class="answer-cell">
          <p>${content.name}</p>
          <p class="answer-text">${content.message}</p>
        </div>`,
    },
    email,
  ];
}
