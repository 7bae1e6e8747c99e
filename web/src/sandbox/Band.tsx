import { IconFlask } from '@tabler/icons-react';
import { DateOnly } from '../kit/display/values';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { text } from './text';

/** Above each page of a sandbox: that it is one, and until when. */
export function Band() {
  const t = useText(text);
  const { project } = useSession();
  return (
    project?.sandbox_until && (
      <p className="notice" style={{ flexWrap: 'nowrap' }}>
        <IconFlask size={20} aria-hidden />
        <span>
          <strong>{t.title}:</strong> {t.band} <DateOnly span date={project.sandbox_until} />. {t.bandQuiet}
        </span>
      </p>
    )
  );
}
