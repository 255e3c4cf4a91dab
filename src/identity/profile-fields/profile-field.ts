/** Something an operator asks of members beyond what everybody is asked. */
export interface ProfileField extends NewProfileField {
  /** Digits. */
  id: string;
}

export interface NewProfileField {
  label: string;
  kind: FieldKind;
  /** The options; empty for text fields. */
  options: string[];
  isRequired: boolean;
  /** Asked at sign-up, beside the settings. */
  atSignUp: boolean;
  /** Shown on the profile. */
  isPublic: boolean;
  /** Characters, of a text. */
  maxLength: number;
  position: number;
}

export const fieldKinds = ['textbox', 'textarea', 'selectbox', 'multipleselectbox'] as const;
export type FieldKind = (typeof fieldKinds)[number];

/** The name under which forms and apps send an answer. */
export const answerName = (id: string) => `fld_${id}`;
