import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { applicationPictures, DOCUMENT_NUMBER_MAX, REAL_NAME_MAX, STORE_NAME_MAX } from '#contract/merchants/rules.ts'
import { Screen } from '../../parts/screen/screen.tsx'
import { useRefusalText } from '../../parts/failures/use-failure-text.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Card, Section } from '../../ui/blocks/card.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { Notice } from '../../ui/blocks/notice.tsx'
import type { FieldName } from './draft.ts'
import { MerchantSteps } from './merchant-steps.tsx'
import styles from './merchant.module.css'
import { PictureField } from './picture-field.tsx'
import { refusedField, type Apply, type ApplyProps } from './use-apply.ts'

/** The form of an application, or of the corrections that were asked for. All of it works offline. */
export function ApplyForm({
  apply,
  application,
  refused,
  keeping,
}: Pick<ApplyProps, 'application' | 'refused' | 'keeping'> & { apply: Apply }) {
  const { t } = useTranslation()
  const { draft, wanted, change, choose, errors, goOn, busy } = apply
  const noteOf = (field: FieldName): string | undefined => application?.asked.find(({ what }) => what === field)?.note
  const field = (name: 'storeName' | 'documentNumber' | 'realName' | 'code', maxLength: number) => ({
    label: t(`merchant.${name}`),
    hint: t(`merchant.hint.${name}`),
    required: name !== 'code',
    maxLength,
    autoComplete: 'off',
    ...errors.bind(name, draft[name], (text) => change({ [name]: text })),
  })
  const pictures = applicationPictures.filter((which) => wanted.has(which))
  const picture = (which: (typeof applicationPictures)[number]) => {
    const { error, ref } = errors.of(which)
    return (
      <div key={which} className={styles.asked}>
        <Note text={noteOf(which)} />
        <PictureField
          which={which}
          file={draft.pictures[which]}
          error={error}
          ref={ref as (input: HTMLInputElement | null) => void}
          onChange={(file) => choose(which, file)}
        />
      </div>
    )
  }
  return (
    <Screen width="narrow">
      <MerchantSteps at={0} />
      <Remarks application={application} refused={refused} />
      <form className={styles.form} noValidate autoComplete="off" aria-busy={keeping} onSubmit={goOn}>
        {(wanted.has('logo') || wanted.has('storeName')) && (
          <Section title={t('merchant.yourStore')}>
            <Card className={styles.fields}>
              {wanted.has('logo') && picture('logo')}
              {wanted.has('storeName') && <Note text={noteOf('storeName')} />}
              {wanted.has('storeName') && <Field {...field('storeName', STORE_NAME_MAX)} />}
            </Card>
          </Section>
        )}
        {(wanted.has('realName') || wanted.has('documentNumber') || pictures.some((which) => which !== 'logo')) && (
          <Section title={t('merchant.you')} note={<p className={styles.sealed}>{t('merchant.sealed')}</p>}>
            <Card className={styles.fields}>
              {wanted.has('documentNumber') && <Note text={noteOf('documentNumber')} />}
              {wanted.has('documentNumber') && (
                <Field
                  spellCheck={false}
                  autoCapitalize="characters"
                  {...field('documentNumber', DOCUMENT_NUMBER_MAX)}
                />
              )}
              {wanted.has('realName') && <Note text={noteOf('realName')} />}
              {wanted.has('realName') && <Field {...field('realName', REAL_NAME_MAX)} />}
              {pictures.filter((which) => which !== 'logo').map(picture)}
            </Card>
          </Section>
        )}
        {wanted.has('agreed') && (
          <Agreement
            apply={apply}
            code={<Field autoCapitalize="characters" spellCheck={false} {...field('code', 20)} />}
          />
        )}
        <Button type="submit" wide busy={busy}>
          {t(application ? 'merchant.sendAgain' : 'merchant.goOn')}
        </Button>
        <p className={styles.soft}>{t('merchant.kept')}</p>
      </form>
    </Screen>
  )
}

/** The invitation code, and the consent. */
function Agreement({ apply: { draft, change, errors }, code }: { apply: Apply; code: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Card className={styles.fields}>
      {code}
      <div>
        <Checkbox checked={draft.agreed} onChange={(on) => change({ agreed: on })} label={t('merchant.agree')} />
        <p className={styles.bad} role="alert">
          {errors.of('agreed').error}
        </p>
      </div>
    </Card>
  )
}

/** The remarks of the market: that it asks for corrections, and why it refused the last submission. */
function Remarks({ application, refused }: Pick<ApplyProps, 'application' | 'refused'>) {
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  return (
    <>
      {application && <Notice tone="warn">{t('merchant.asked')}</Notice>}
      {refused && refusedField[refused.refusal.reason] === undefined && (
        <Notice tone="bad" urgent>
          {t('merchant.notTaken')} {refusalText(refused.refusal)}
        </Notice>
      )}
    </>
  )
}

/** The operator's note on a requirement, in the text direction of its own language. */
const Note = ({ text }: { text: string | undefined }) =>
  text !== undefined && (
    <Notice tone="warn">
      <span dir="auto">{text}</span>
    </Notice>
  )
