/** The channels of a notification kind. */
export interface Choice {
  onPage: boolean;
  byMail: boolean;
  /** By push to subscribed browsers. */
  byPush: boolean;
}

/** The default until a person chooses. */
export const defaultChoice: Choice = { onPage: true, byMail: false, byPush: true };
