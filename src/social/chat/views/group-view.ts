import { t } from '../../../web/translation/translate.ts';
import type { Viewer } from '../../../platform/app.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { avatar } from '../../../web/components/people.ts';
import { badge, notice } from '../../../web/components/surfaces.ts';
import { button, linkButton, icon } from '../../../web/components/controls.ts';
import { fileField, pictureTypes } from '../../../web/components/fields/file-field.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { menu, menuButton } from '../../../web/components/navigation/menu.ts';
import { bind, buttonForm, errorSummary, form, type FormState } from '../../../web/form.ts';
import { attributes, html, type Html } from '../../../web/html.ts';
import type { Person } from '../../people/person.ts';
import { formatMoney, type Money, plainMoney } from '../../wallet/money.ts';
import { topUpHref } from '../../wallet/top-ups/top-ups.ts';
import type { Conversation } from '../conversations/conversation.ts';
import { conversationPicture, searchField } from './frame.ts';
import { pane } from './message-views.ts';

interface Price {
  due: Money;
  balance: Money;
  config: Pick<Config, 'CURRENCY'>;
}

interface NewMessage {
  words: string;
  chosen: readonly Person[];
  found: readonly Person[];
  /** The price of the first message, if any. */
  price?: Price;
  state: FormState;
}

/** The form for a new conversation: its members and first message. */
export function newView({ words, chosen, found, price, state }: NewMessage): Html {
  const ids = chosen.map(({ id }) => id);
  const field = bind(state);
  const hrefWith = (to: readonly string[]) =>
    `/messages/new?${new URLSearchParams([...to.map((id) => ['to', id]), ['q', '']]).toString()}`;
  return pane(
    t('New message'),
    '/messages',
    html`<form
        class="search-row"
        action="/messages/new"
        method="get"
        role="search"
        data-turbo-frame="found-people"
        data-controller="autosubmit"
        data-action="input->autosubmit#send"
      >
        ${ids.map((id) => html`<input type="hidden" name="to" value="${id}" />`)}
        ${searchField(t('Search people'), words)} ${button({ label: t('Search') })}
      </form>
      ${
        chosen.length > 0 &&
        html`<ul class="chat-chosen" aria-label="Recipients">
            ${chosen.map(
              (person) =>
                html`<li>
                  <a
                    href="${hrefWith(ids.filter((id) => id !== person.id))}"
                    aria-label="Remove ${person.name}"
                    >${person.name} ${icon('x')}</a
                  >
                </li>`,
            )}
          </ul>
          <form
            class="form chat-first"
            action="/messages/new"
            method="post"
            enctype="multipart/form-data"
            novalidate
          >
            ${errorSummary(state)} ${ids.map((id) => html`<input type="hidden" name="to" value="${id}" />`)}
            ${chosen.length > 1 && textField({ ...field('title'), label: t('Group name'), hint: t('Optional'), maxlength: 100 })}
            ${price && priceNotice(price, `/messages/new?to=${ids.join('')}`)}
            ${textField({ ...field('message'), label: t('Message'), autofocus: true })}
            ${fileField({ ...field('files'), label: t('Attach files'), hint: t('Optional'), multiple: true })}
            ${button({
              label: price
                ? t('Pay {amount} and send', { amount: formatMoney(price.config, price.due) })
                : chosen.length > 1
                  ? t('Create group')
                  : t('Send'),
              kind: 'primary',
              icon: 'send',
            })}
          </form>`
      }
      <turbo-frame id="found-people" target="_top">
        ${
          found.length === 0
            ? html`<p class="chat-empty">
                ${words === '' ? t('Search for people by name.') : t('No people found for “{words}”.', { words })}
              </p>`
            : html`<ul class="chat-people" aria-label="People">
                ${found.map(
                  (person) =>
                    html`<li>
                      <a class="chat-person" href="${hrefWith([...ids, person.id])}"
                        >${avatar(person)}<span
                          ><b>${person.name}</b> <span class="chat-handle">@${person.username}</span></span
                        ></a
                      >
                    </li>`,
                )}
              </ul>`
        }
      </turbo-frame>`,
  );
}

const priceNotice = ({ due, balance, config }: Price, here: string): Html =>
  html`${notice({
      tone: balance < due ? 'warning' : 'neutral',
      title: t('Your first message costs {amount}', { amount: formatMoney(config, due) }),
      body: html`<p>
          This person charges people they do not follow. You pay once from your wallet, when you send the
          message. Your balance is ${formatMoney(config, balance)}.
        </p>
        ${balance < due && html`<p>${linkButton({ label: t('Top up your wallet'), href: topUpHref(here), icon: 'plus' })}</p>`}`,
    })} <input type="hidden" name="price" value="${plainMoney(due)}" />`;

interface GroupDetails {
  conversation: Conversation;
  viewer: Viewer;
  /** The search text. Undefined before a search. */
  words: string | undefined;
  found: readonly Person[];
  state: FormState;
}

const addButton = () => ({ label: t('Add'), icon: 'user-plus', small: true }) as const;

function pictureForms({ id, picture }: Conversation, state: FormState): Html {
  return html`<h2 class="chat-heading">Group picture</h2>
    ${form({
      action: `/messages/${id}/picture`,
      state: state.errors?.picture ? state : {},
      upload: true,
      submit: t('Save picture'),
      submitKind: 'quiet',
      body: fileField({
        ...bind(state)('picture'),
        label: t('Picture'),
        accept: pictureTypes,
        current: picture,
      }),
    })}
    ${
      picture !== null &&
      buttonForm({
        to: `/messages/${id}/picture/remove`,
        label: t('Remove picture'),
        small: true,
        kind: 'plain',
        confirm: t('Remove the group picture?'),
      })
    }`;
}

/** A group's settings: its name, its members, and people to add. */
export function chatGroupView({ conversation, viewer, words, found, state }: GroupDetails): Html {
  const { id, groupId, name, members, memberCount, isOwner } = conversation;
  const to = `/messages/${id}/members`;
  return pane(
    t('Group details'),
    `/messages/${id}`,
    html`<div class="chat-group-head">
        ${conversationPicture(conversation)}
        <h2 dir="auto">${name}</h2>
        <p>${t('{count, plural, one {# member} other {# members}}', { count: memberCount })}</p>
      </div>
      ${groupId === null ? editing(conversation, state) : attachedNote(groupId)}
      <h2 class="chat-heading">Members</h2>
      <ul class="chat-people">
        <li>
          <span class="chat-person">${avatar(viewer)}<span>${viewer.name} (you)</span></span
          >${isOwner && badge(t('Owner'))}
        </li>
        ${members.map(
          ({ profile, isOwner: owns }) =>
            html`<li>
              <a class="chat-person" href="/@${profile.username}"
                >${avatar(profile)}<span>${profile.name}</span></a
              >
              ${owns && badge(t('Owner'))}
              ${
                isOwner &&
                groupId === null &&
                menu({
                  label: t('Actions for {name}', { name: profile.name }),
                  items: html`${!owns && menuButton({ label: t('Make owner'), to, fields: { do: 'owner', account: profile.id } })}
                  ${menuButton({
                    label: t('Remove from group'),
                    to,
                    fields: { do: 'remove', account: profile.id },
                    icon: 'user-minus',
                    danger: true,
                    confirm: t('Remove {name} from the group?', { name: profile.name }),
                  })}`,
                })
              }
            </li>`,
        )}
      </ul>
      ${groupId === null && adding(conversation, words, found)}`,
  );
}

const attachedNote = (groupId: string): Html =>
  html`<p class="chat-empty">
    ${t('This is the chat of a group. Its members, name and picture are those of the group.')}
    <a href="/groups/${groupId}">${t('View group')}</a>
  </p>`;

const editing = (conversation: Conversation, state: FormState): Html => {
  const { id, title } = conversation;
  return html`<details class="chat-edit" ${attributes({ open: state.errors !== undefined })}>
    <summary>Edit name and picture</summary>
    <div>
      ${form({
        action: `/messages/${id}/rename`,
        state,
        submit: t('Save name'),
        submitKind: 'quiet',
        body: textField({
          ...bind({ ...state, values: { title, ...state.values } })('title'),
          label: t('Group name'),
          maxlength: 100,
        }),
      })}
      ${pictureForms(conversation, state)}
    </div>
  </details>`;
};

const adding = ({ id }: Conversation, words: string | undefined, found: readonly Person[]): Html => {
  const to = `/messages/${id}/members`;
  return html`<h2 class="chat-heading">Add people</h2>
    <form
      class="search-row"
      action="/messages/${id}/details"
      method="get"
      role="search"
      data-turbo-frame="found-people"
      data-controller="autosubmit"
      data-action="input->autosubmit#send"
    >
      ${searchField(t('Search people'), words ?? '')} ${button({ label: t('Search') })}
    </form>
    <turbo-frame id="found-people" target="_top">
      <ul class="chat-people">
        ${found.map(
          (person) =>
            html`<li>
              <span class="chat-person">${avatar(person)}<span>${person.name}</span></span>
              ${buttonForm({
                to,
                fields: { do: 'add', account: person.id },
                ...addButton(),
                data: { 'aria-label': t('Add {name}', { name: person.name }) },
              })}
            </li>`,
        )}
      </ul>
    </turbo-frame>`;
};
