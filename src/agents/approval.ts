import { avatar } from '../web/components/people.ts';
import { html, type Html } from '../web/html.ts';

// What the pages have in common on which a person lets an agent or an app act for them.

/** These pages cannot be framed and have no links to other pages. */
export const approvalPage = { shape: 'plain', style: 'settings' } as const;

/** The person who decides. */
export interface ApprovalOwner {
  id: string;
  name: string;
  username: string;
  picture: string | null;
}

/** The row that says for whom it would act. */
export const ownerFact = (owner: ApprovalOwner): Html =>
  html`<div>
    <dt>Acts as</dt>
    <dd>${avatar(owner, 'small')} ${owner.name} <span class="quiet">@${owner.username}</span></dd>
  </div>`;
