@echo off
rem Runs the commands of the profiler.jar beside this script: tare report profile.json
rem JAVA_HOME says which Java; without it, the java of the path. JVM options: TARE_JAVA_OPTS.
setlocal
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java"
"%java%" %TARE_JAVA_OPTS% -jar "%~dp0profiler.jar" %*
exit /b %ERRORLEVEL%
