import type { FormState } from '../kit/form/useEntityForm';
import { type Confirmation, useConfirm } from '../kit/overlay/confirm';

/** The form, asking before it sends what only a credit note takes back. @param check shows what is missing first */
export function useAsked<F extends FormState>(
  form: F,
  question: () => Confirmation,
  check: () => Promise<boolean> = () => Promise.resolve(true),
): F {
  const confirm = useConfirm();
  const ask = async () => {
    if ((await check()) && (await confirm(question()))) form.submit();
  };
  const submit: F['submit'] = (event) => {
    event?.preventDefault();
    void ask();
  };
  return { ...form, submit };
}
