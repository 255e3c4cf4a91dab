/** A custom profile field that an operator added. */
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
  /** Whether sign-up asks for it, in addition to the settings. */
  atSignUp: boolean;
  /** Whether it is shown on the profile. */
  isPublic: boolean;
  /** Maximum length of a text answer, in characters. */
  maxLength: number;
  position: number;
}

export const fieldKinds = ['textbox', 'textarea', 'selectbox', 'multipleselectbox'] as const;
export type FieldKind = (typeof fieldKinds)[number];

/** The name of the field in forms and API requests. */
export const answerName = (id: string) => `fld_${id}`;
