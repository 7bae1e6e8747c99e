/**
 * The comment of the feedback as it is kept (specification §3, Feedback payload): the user's auth id, whether he
 * agrees to be contacted, and the text. It is written for the operator, in Ukrainian.
 */
export function feedbackComment(authId: string, consent: boolean, text: string): string {
  const agrees = consent ? 'Погоджуюся, щоб зі мною зв’язалися.' : 'Не погоджуюся, щоб зі мною зв’язувалися.';
  return `ID користувача: ${authId}\n${agrees}\n\n${text}`;
}

/** The user's own words in such a comment, for lists. */
export const feedbackWords = (comment: string): string => comment.slice(comment.indexOf('\n\n') + 1).trimStart();
