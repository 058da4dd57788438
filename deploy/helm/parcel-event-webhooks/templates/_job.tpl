{{/* One command of the command line as a Job. in: root, name, values (migrations or topics), command, env */}}
{{- define "parcel.job" -}}
{{- $root := .root -}}
{{- $isHook := eq .values.mode "hook" -}}
{{- $fullname := include "parcel.fullname" $root -}}
apiVersion: batch/v1
kind: Job
metadata:
  {{- $annotations := dict }}
  {{- if $isHook }}
  {{- $annotations = dict "helm.sh/hook" "pre-install,pre-upgrade" "helm.sh/hook-weight" (.weight | toString) "helm.sh/hook-delete-policy" "before-hook-creation" }}
  {{- end }}
  {{- /* A Job cannot be changed: outside of hooks every revision has one of its own. */}}
  {{- $name := ternary (printf "%s-%s" $fullname .name) (printf "%s-%s-%d" $fullname .name $root.Release.Revision) $isHook }}
  {{- include "parcel.metadata" (dict "root" $root "name" $name "component" .name "annotations" (merge $annotations .values.annotations)) | nindent 2 }}
spec:
  backoffLimit: {{ .values.backoffLimit }}
  activeDeadlineSeconds: {{ .values.activeDeadlineSeconds }}
  {{- if not $isHook }}
  ttlSecondsAfterFinished: 86400
  {{- end }}
  template:
    metadata:
      labels:
        {{- include "parcel.labels" $root | nindent 8 }}
        app.kubernetes.io/component: {{ .name }}
        {{- with .values.podLabels }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      {{- with .values.podAnnotations }}
      annotations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      {{- include "parcel.podCommon" (dict "root" $root "serviceAccountName" (printf "%s-hooks" $fullname)) | nindent 6 }}
      restartPolicy: Never
      {{- with $root.Values.jobs.nodeSelector }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $root.Values.jobs.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      containers:
        - name: {{ .name }}
          {{- include "parcel.containerCommon" . | nindent 10 }}
          args: [dist/scripts/cli/cli.main.js, {{ .command }}]
          env:
            {{- .env | trim | nindent 12 }}
            {{- with $root.Values.extraEnv }}
            {{- tpl (toYaml .) $root | nindent 12 }}
            {{- end }}
          {{- with $root.Values.extraEnvFrom }}
          envFrom:
            {{- tpl (toYaml .) $root | nindent 12 }}
          {{- end }}
          resources:
            {{- toYaml $root.Values.jobs.resources | nindent 12 }}
          volumeMounts:
            {{- include "parcel.volumeMounts" (dict "root" $root "component" .name) | nindent 12 }}
      volumes:
        {{- include "parcel.volumes" (dict "root" $root "component" .name) | nindent 8 }}
{{- end -}}

{{/* A pre-install hook runs before anything else of the chart stands: what the jobs need are hooks of lower weight. */}}
{{- define "parcel.hookAnnotations" -}}
helm.sh/hook: pre-install,pre-upgrade
helm.sh/hook-weight: "-10"
helm.sh/hook-delete-policy: before-hook-creation
{{- end -}}

{{- define "parcel.hasHooks" -}}
{{- if or (eq .Values.migrations.mode "hook") (eq (include "parcel.topicsMode" .) "hook") -}}true{{- end -}}
{{- end -}}

{{- define "parcel.hasJobs" -}}
{{- if or (ne .Values.migrations.mode "off") (ne (include "parcel.topicsMode" .) "off") -}}true{{- end -}}
{{- end -}}

{{/* Where Strimzi makes the topics, no job does. */}}
{{- define "parcel.topicsMode" -}}
{{- if and .Values.kafka.strimzi.enabled .Values.kafka.strimzi.topics -}}off{{- else -}}{{ .Values.topics.mode }}{{- end -}}
{{- end -}}
