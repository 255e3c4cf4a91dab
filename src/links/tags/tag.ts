/** An owner's word on links. */
export interface Tag {
  /** Digits. */
  id: string;
  name: string;
  /** `#` and six hexadecimal digits. */
  color: string;
}

export interface TagInput {
  name?: string | undefined;
  /** Omitted or blank: one that goes with the name; on a change the present one. */
  color?: string | undefined;
}

/** How many tags one link carries at most. */
export const maxTags = 20;
