/** A person in front of Plaza or Hop. Elements are named by their accessible names. */
export interface Person {
  /** Opens an address, or a path on the current service. */
  open(address: string): Promise<void>;
  /** The current address. */
  address(): string;
  /** Fills in the field with this label, even in a collapsed element. */
  fill(label: string, text: string): Promise<void>;
  /** Selects an option of the list with this label. */
  choose(label: string, option: string): Promise<void>;
  attach(label: string, file: Picture): Promise<void>;
  /** Checks the checkbox or radio button with this label. */
  tick(label: string): Promise<void>;
  /** Expands the element with this summary. Without scripts its content can be read in any case. */
  unfold(summary: string): Promise<void>;
  /** Presses the button with this name, even in a collapsed element, and confirms if asked. */
  press(name: string): Promise<void>;
  follow(link: string): Promise<void>;
  /** Fails unless the text, or something with this name, is present or appears within moments. */
  sees(text: string): Promise<void>;
  /**
   * Waits longer for text that depends on background work. Pages with scripts update themselves, others are
   * reloaded.
   */
  awaits(text: string): Promise<void>;
  /** Fails if the text is present. First check for something that is present. */
  seesNot(text: string): Promise<void>;
  /** Returns the first linked address that matches. */
  linkLike(form: RegExp): Promise<string>;
  /** Returns the text of the element with this label. */
  read(label: string): Promise<string>;
  leave(): Promise<void>;
}

export interface Picture {
  name: string;
  type: string;
  body: Buffer;
}

/** Opens a service for a person with separate cookies, optionally signed in already. */
export type Enter = (base: string, cookies?: Readonly<Record<string, string>>) => Promise<Person>;
