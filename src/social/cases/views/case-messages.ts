import { t } from '../../../kernel/translation/translate.ts';
import { avatar } from '../../../web/components/avatar.ts';
import { relativeTime } from '../../../web/components/time.ts';
import { attributes, html, type Html } from '../../../web/html.ts';
import { formerMember } from '../../chat/conversations/name-of.ts';
import { renderText } from '../../text/render-text.ts';
import type { CaseMessage } from '../get-messages.ts';

/** A reported message with its neighboring messages. */
export const caseMessages = (messages: readonly CaseMessage[], reportedId: string): Html =>
  html`<ol class="case-messages" aria-label="Reported message and the messages around it">
    ${messages.map((message) => {
      const isReported = message.id === reportedId;
      const name = message.author?.name ?? formerMember();
      return html`<li ${attributes({ class: isReported ? 'reported' : undefined })}>
        ${avatar(message.author ?? { id: '0', name, picture: null }, 'small')}
        <div>
          <p class="case-when">
            <b>${name}</b> ${relativeTime(message.at)} ${isReported && html`<strong>Reported</strong>`}
          </p>
          ${message.text !== '' && html`<div class="prose" dir="auto">${renderText(message.text, new Map())}</div>`}
          ${message.files.map(fileOf)}
        </div>
      </li>`;
    })}
  </ol>`;

const fileOf = ({ address, smallAddress, kind, name }: CaseMessage['files'][number]): Html =>
  html`<p>
    <a class="link" href="${address}" data-turbo="false"
      >${
        kind === 'photos'
          ? html`<img
              ${attributes({ src: smallAddress ?? address, alt: name || t('Photo'), loading: 'lazy' })}
            />`
          : name || t('Attachment')
      }</a
    >
  </p>`;
