/** How somebody is notified of a kind. */
export interface Choice {
  onPage: boolean;
  byMail: boolean;
  /** By push, to the browsers that they let in. */
  byPush: boolean;
}

/** Until somebody chooses. */
export const defaultChoice: Choice = { onPage: true, byMail: false, byPush: true };
