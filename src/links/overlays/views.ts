import { t } from '../../web/translation/translate.ts';
import { badge, card, emptyState, pageHeader, table, relativeTime } from '../../web/components/surfaces.ts';
import type { Column } from '../../web/components/surfaces.ts';
import { linkButton } from '../../web/components/controls.ts';
import { buttonForm } from '../../web/form.ts';
import { barList } from '../../web/components/charts/figures.ts';
import { breadcrumbs } from '../../web/components/navigation/breadcrumbs.ts';
import { menu, menuButton } from '../../web/components/navigation/menu.ts';
import { olderNewer } from '../../web/components/navigation/pagination.ts';
import { html, type Html, trusted, type View, shortNumber } from '../../web/html.ts';
import { deletedNotice, namedCell, searchableList, type SearchedPage } from '../owned/lists.ts';
import { ownedActions } from '../owned/menu.ts';
import type { Listed } from '../owned/owned.ts';
import type { OverlayAnswer, Votes } from './answers.ts';
import { hasPart, kinds, type Overlay, type OverlayKind, overlayKinds } from './overlay.ts';

const path = '/dashboard/overlays';
const first = () =>
  t(
    'A message, form, poll or coupon in the corner of the pages you link to. Create one, then choose it as the redirect type of a link.',
  );

export const overlaysView = (shown: SearchedPage<Listed<Overlay>>): View =>
  searchableList(
    {
      section: 'overlays',
      path,
      title: t('Overlays'),
      lead: t('A box over the pages you link to.'),
      words: {
        counted: (count) => t('{count, plural, one {# overlay} other {# overlays}}', { count }),
        search: t('Search overlays'),
        create: t('New overlay'),
        none: t('No matching overlays'),
      },
      first: { illustration: 'quiet', title: t('Create your first overlay'), text: first() },
      deleted: deletedNotice(
        path,
        shown.deletedId,
        t('Overlay deleted'),
        t('Links that used it now redirect directly.'),
      ),
      rowId: ({ id }) => `overlay-${id}`,
      columns: [
        {
          label: t('Overlay'),
          main: true,
          cell: (overlay) => namedCell(path, overlay, overlay.content.title || overlay.content.pictureText),
        },
        { label: t('Type'), cell: ({ kind }) => badge(kinds()[kind].label) },
        { label: t('Links'), align: 'end', cell: ({ uses }) => shortNumber(uses) },
        { label: t('Created'), cell: ({ createdAt }) => relativeTime(createdAt, shown.now) },
        { label: t('Actions'), hideLabel: true, align: 'end', cell: actions },
      ],
    },
    shown,
  );

const actions = (overlay: Listed<Overlay>) =>
  ownedActions(path, { id: overlay.id, name: overlay.name, entries: actsOf(overlay) });

/** What the menu of an overlay offers. */
export const actsOf = ({ kind }: Pick<Overlay, 'kind'>) =>
  ['edit', hasPart(kind, 'answers') && 'answers', 'preview', 'delete'] as const;

const above = (last: string) => breadcrumbs([{ label: t('Overlays'), href: path }, { label: last }]);

/** The first step of creating an overlay: its kind, which determines the fields. */
export function overlayKindsView(): View {
  return {
    title: t('New overlay'),
    section: 'overlays',
    body: html`${pageHeader({
        title: t('New overlay'),
        above: above(t('New overlay')),
        lead: t('A box over the destination page. What should it contain?'),
      })}
      <ul class="overlay-kinds">
        ${overlayKinds.map(
          (kind) =>
            html`<li>
              <a href="${path}/new/${kind}"
                >${kindDrawing(kind)}<b>${kinds()[kind].label}</b><span>${kinds()[kind].about}</span></a
              >
            </li>`,
        )}
      </ul>`,
  };
}

const drawings: Readonly<Record<OverlayKind, string>> = {
  message:
    '<path class="pen soft" d="M82 62h42M82 74h30"/><rect class="mark" x="82" y="84" width="30" height="10" rx="5"/>',
  contact:
    '<rect class="pen soft" x="82" y="58" width="46" height="10" rx="3"/><rect class="pen soft" x="82" y="74" width="46" height="18" rx="3"/>',
  poll: '<rect class="mark" x="82" y="60" width="44" height="7" rx="3.5"/><rect class="mark" x="82" y="73" width="26" height="7" rx="3.5"/><rect class="mark" x="82" y="86" width="14" height="7" rx="3.5"/>',
  newsletter:
    '<rect class="pen" x="82" y="60" width="46" height="32" rx="4"/><path class="pen" d="M82 64l23 15 23-15"/>',
  image:
    '<path class="pen" d="M76 98l18-22 12 12 10-10 18 20"/><circle class="spark" cx="122" cy="64" r="5"/>',
  coupon:
    '<path class="pen" stroke-dasharray="1 8" d="M82 60h46v32H82z"/><path class="pen soft" d="M94 76h22"/>',
};

/** An illustration of an overlay of this kind on a page. */
const kindDrawing = (kind: OverlayKind): Html =>
  html`<svg class="illustration" width="160" height="124" viewBox="0 0 160 124" aria-hidden="true">
    <rect class="paper" x="10" y="14" width="140" height="100" rx="12" />
    <path class="pen soft" d="M10 34h140M26 52h32M26 66h24" />
    <rect class="paper" x="68" y="46" width="74" height="60" rx="9" />
    ${trusted(drawings[kind])}
  </svg>`;

interface AnswersPage {
  overlay: Overlay;
  answers: readonly OverlayAnswer[];
  votes: readonly Votes[];
  /** Whether this is the first page. */
  isFirst: boolean;
  /** Id of the last response shown, if there are older ones. */
  olderThan: string | undefined;
  now: Date;
}

/** The responses to an overlay. */
export function overlayAnswersView(page: AnswersPage): View {
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
      actions: !isEmpty && answerActions(address),
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

const answerActions = (address: string): Html =>
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
          buttonForm({
            to: `${address}/answers/${id}/delete`,
            label: t('Delete'),
            icon: 'trash-2',
            small: true,
            confirm: t('Delete this response permanently?'),
          }),
      },
    ],
    empty: emptyState({
      illustration: 'quiet',
      title: t('No responses yet'),
      text: t('Responses from visitors will appear here.'),
    }),
  });
}

function contentColumns({ kind }: Overlay): Column<OverlayAnswer>[] {
  if (kind === 'poll') return [{ label: t('Choice'), main: true, cell: ({ content }) => content.choice }];
  const email: Column<OverlayAnswer> = {
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
