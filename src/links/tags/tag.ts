/** A tag for links of an owner. */
export interface Tag {
  /** Digits. */
  id: string;
  name: string;
  /** `#` and six hexadecimal digits. */
  color: string;
}

export interface TagInput {
  name?: string | undefined;
  /** Omitted or blank: derived from the name for a new tag, unchanged on update. */
  color?: string | undefined;
}

/** Maximum tags per link. */
export const maxTags = 20;
