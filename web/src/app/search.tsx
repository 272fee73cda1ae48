// Finds a player by name or a match by its number; the archive finds matches by more than that.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { t } from '../i18n';
import { Field, Form } from '../parts/form';
import { Heading } from '../parts/heading';
import { Problem, get } from '../core/net';
import { Link, navigate } from '../core/router';

export function SearchPage(): JSX.Element {
  const [wish, setWish] = useState('');
  const find = async (): Promise<void> => {
    const word = wish.trim().replace(/^#/, '');
    if (/^\d+$/.test(word)) {
      navigate(`/m/${word}`);
      return;
    }
    try {
      await get(`/players/${encodeURIComponent(word)}`);
    } catch (e) {
      if (e instanceof Problem && e.status === 404) throw new Error(t('search.none', { name: word }));
      throw e;
    }
    navigate(`/p/${encodeURIComponent(word)}`);
  };
  return (
    <div class="page narrow">
      <Heading title={t('nav.search')} />
      <div class="panel">
        <Form onSubmit={find} action={t('search.do')}>
          <Field text={t('search.what')} value={wish} set={setWish} required maxLength={24} focus />
        </Form>
      </div>
      <p>
        <Link href="/archive">{t('search.archive')}</Link>
      </p>
    </div>
  );
}
