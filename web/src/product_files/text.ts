import { texts } from '../kit/text';

export const text = texts({
  ua: {
    hint: 'Сертифікат, таблиця розмірів, інструкція – до 20 МБ',
    added: 'Файл додано. Дропшипери його не бачать, доки ви не відкриєте',
    shared: 'Дропшипери бачать',
    inner: 'Лише для своїх',
    share: 'Показати дропшиперам',
    hide: 'Приховати від дропшиперів',
    sharedDone: 'Дропшипери бачать файл',
    hiddenDone: 'Файл бачать лише свої',
    renamed: 'Файл перейменовано',
    removed: 'Файл видалено',
  },
  en: {
    hint: 'A certificate, a table of sizes, a manual; up to 20 MB',
    added: 'The file is added. Dropshippers do not see it until you share it',
    shared: 'Dropshippers see it',
    inner: 'For your people alone',
    share: 'Show it to dropshippers',
    hide: 'Hide it from dropshippers',
    sharedDone: 'Dropshippers see the file',
    hiddenDone: 'Only your people see the file',
    renamed: 'The file is renamed',
    removed: 'The file is deleted',
  },
});
