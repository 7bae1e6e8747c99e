import './templates.css';
import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import type { TemplateField } from '@lanka/domain/templates/contract';
import { ActionIcon, Badge, Code, Group, Menu, Text, UnstyledButton } from '@mantine/core';
import { IconArchive, IconCopy, IconDots, IconGripVertical, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../kit/text';
import { type TemplatesText, text } from './text';

export interface FieldActions {
  edit: (field: TemplateField) => void;
  duplicate: (field: TemplateField) => void;
  archive: (field: TemplateField) => void;
  /** Answers when the server has taken it, or not. */
  move: (field: TemplateField, position: number) => Promise<unknown>;
}

interface FieldListProps {
  fields: readonly TemplateField[];
  actions: FieldActions | null;
}

/** The fields in their order, which is changed by dragging, or by the keyboard: space, arrows, space. */
export function FieldList({ fields, actions }: FieldListProps) {
  const t = useText(text);
  // while the server is told, the list stands as it was left
  const [moved, setMoved] = useState<readonly TemplateField[] | null>(null);
  const shown = moved ?? fields;
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const drop = async ({ active, over }: DragEndEvent) => {
    const from = shown.findIndex(({ id }) => id === active.id);
    const to = shown.findIndex(({ id }) => id === over?.id);
    const field = shown[from];
    if (!field || to < 0 || from === to || !actions) return;
    setMoved(arrayMove([...shown], from, to));
    await actions.move(field, to).catch(() => {});
    setMoved(null);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={(event) => void drop(event)}
      accessibility={{ announcements: announcements(shown, t), screenReaderInstructions: { draggable: t.moveHelp } }}
    >
      <SortableContext items={shown.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        <ul className="template-fields">
          {shown.map((field) => (
            <Row key={field.id} field={field} actions={actions} />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

/** What a screen reader says while a field is moved. */
function announcements(fields: readonly TemplateField[], t: TemplatesText): Announcements {
  const nameOf = (id: unknown) => fields.find((field) => field.id === id)?.name ?? '';
  const placeOf = (id: unknown) => fields.findIndex((field) => field.id === id) + 1;
  const total = fields.length;
  return {
    onDragStart: ({ active }) => t.picked(nameOf(active.id), placeOf(active.id), total),
    onDragOver: ({ active, over }) => t.over(nameOf(active.id), placeOf((over ?? active).id), total),
    onDragEnd: ({ active, over }) => t.dropped(nameOf(active.id), placeOf((over ?? active).id), total),
    onDragCancel: ({ active }) => t.cancelled(nameOf(active.id)),
  };
}

function Row({ field, actions }: { field: TemplateField; actions: FieldActions | null }) {
  const t = useText(text);
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: field.id,
    disabled: actions === null,
  });
  return (
    <li
      ref={setNodeRef}
      className="template-field"
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      {actions && (
        <ActionIcon
          ref={setActivatorNodeRef}
          {...attributes}
          {...listeners}
          className="template-grip"
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t.move(field.name)}
        >
          <IconGripVertical size={18} />
        </ActionIcon>
      )}
      <FieldAbout field={field} {...(actions ? { open: () => actions.edit(field) } : {})} />
      {actions && <RowMenu field={field} actions={actions} t={t} />}
    </li>
  );
}

/** Name, key, type and what is special of a field. */
export function FieldAbout({ field, open }: { field: TemplateField; open?: () => void }) {
  const t = useText(text);
  const { options } = field;
  const about = [
    t.types[field.type],
    options.length > 0 ? options.slice(0, 6).join(', ') + (options.length > 6 ? '…' : '') : '',
  ];
  const marks = [
    ...(field.required ? [t.required.toLowerCase()] : []),
    ...(field.show_in_list ? [t.inList] : []),
    ...(field.on_papers ? [t.printed] : []),
    ...(field.in_feeds ? [t.fed] : []),
  ];
  const name = (
    <Text component="span" fw={500} className="wrap-anywhere">
      {field.name}
    </Text>
  );
  return (
    <div className="template-about">
      <Group gap={8}>
        {open ? <UnstyledButton onClick={open}>{name}</UnstyledButton> : name}
        <Code>{field.key}</Code>
      </Group>
      <Group gap={8}>
        <Text size="sm" c="dimmed" className="wrap-anywhere">
          {about.filter(Boolean).join(': ')}
        </Text>
        {marks.map((mark) => (
          <Badge key={mark} variant="default" radius="sm" tt="none" fw={500}>
            {mark}
          </Badge>
        ))}
      </Group>
    </div>
  );
}

function RowMenu({ field, actions, t }: { field: TemplateField; actions: FieldActions; t: TemplatesText }) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t.actions(field.name)}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => actions.edit(field)}>
          {t.edit}
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => actions.duplicate(field)}>
          {t.duplicate}
        </Menu.Item>
        <Menu.Item leftSection={<IconArchive size={16} />} onClick={() => actions.archive(field)}>
          {t.archive}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
