/** A visitor's response to an overlay's form. Contains only the fields that its kind uses. */
export interface Answer {
  name?: string;
  email?: string;
  message?: string;
  choice?: string;
  /** The consent text that the visitor agreed to, as shown at the time. */
  agreedTo?: string;
}

/** A response as submitted by the form. */
export interface AnswerInput {
  name?: string | undefined;
  email?: string | undefined;
  message?: string | undefined;
  choice?: string | undefined;
  consent?: string | undefined;
}

/** A stored response. */
export interface StoredAnswer {
  id: string;
  content: Answer;
  createdAt: Date;
  expiresAt: Date | null;
  /** The alias of the link that led here. Null: the link was deleted. */
  alias: string | null;
}

export interface Votes {
  choice: string;
  votes: number;
}
